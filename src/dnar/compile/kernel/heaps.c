/* Heaps: the nodes that the virtual node compares, best first.

A heap of many nodes exceeds the near caches and misses at every level. So only the nodes with
keys up to a bound are in the heap. All others are on an unordered pile; when the heap is empty,
the best of the pile move to it. Both are parts of one array: the heap, four children per item, at
its front, and the pile at its end. */

enum {
    SAMPLE = 64,  /* keys sampled from a large pile and sorted: */
    QUANTILE = 4, /* the bound is key 4 of them; if too few move by it, key 16; else all move */
    ENOUGH = 64,  /* too few: less than one in so many */
};

/* A pile of at most so many moves as a whole. */
#ifndef FEW
#define FEW 512
#endif

/* No key is NaN: weights are finite, and no sum overflows both ways. */
INLINE bool is_better(HeapItem one, HeapItem other) {
    return one.key < other.key || (one.key == other.key && one.node < other.node);
}

/* The position of a node, or NOBODY. */
INLINE int32_t place_of(const Heap *heap, int32_t node) {
    return TOGETHER ? heap->nodes[node].place[0] : heap->places[node];
}
INLINE void set_place(Heap *heap, int32_t node, int64_t at) {
    if (TOGETHER) heap->nodes[node].place[0] = (int32_t)at;
    else heap->places[node] = (int32_t)at;
}

INLINE void put(Heap *heap, int64_t at, HeapItem item) {
    heap->at[at] = item;
    set_place(heap, item.node, at);
}

/* Moves an item up from a free place in the heap, or down, to where it belongs. */
static void heap_rise(Heap *heap, int64_t at, HeapItem item) {
    while (at > 0) {
        int64_t up = (at - 1) >> 2;
        if (!is_better(item, heap->at[up])) break;
        put(heap, at, heap->at[up]);
        at = up;
    }
    put(heap, at, item);
}

static void heap_sink(Heap *heap, int64_t at, HeapItem item) {
    const HeapItem *items = heap->at;
    const int64_t size = heap->near;
    for (;;) {
        int64_t down = 4 * at + 1, last = down + 4 < size ? down + 4 : size;
        if (down >= size) break;
        int64_t least = down;
        for (int64_t other = down + 1; other < last; other++)
            if (is_better(items[other], items[least])) least = other;
        if (!is_better(items[least], item)) break;
        put(heap, at, items[least]);
        at = least;
    }
    put(heap, at, item);
}

/* Inserts a new item into the heap or the pile. */
INLINE void heap_add(Heap *heap, HeapItem item) {
    if (item.key <= heap->bound) heap_rise(heap, heap->near++, item);
    else put(heap, heap->room - ++heap->far, item);
}

/* Removes the item at a position; the last one of its part takes its place. */
INLINE void heap_remove(Heap *heap, int64_t at) {
    set_place(heap, heap->at[at].node, NOBODY);
    if (at >= heap->near) {
        int64_t last = heap->room - heap->far--;
        if (at != last) put(heap, at, heap->at[last]);
        return;
    }
    HeapItem item = heap->at[--heap->near];
    if (at == heap->near) return;
    if (at > 0 && is_better(item, heap->at[(at - 1) >> 2])) heap_rise(heap, at, item);
    else heap_sink(heap, at, item);
}

/* Inserts a node, or updates its key. */
INLINE void heap_tell(Heap *heap, HeapItem item) {
    int32_t at = place_of(heap, item.node);
    if (at == NOBODY) {
        heap_add(heap, item);
        return;
    }
    double old = heap->at[at].key;
    if (item.key == old) return;
    if ((item.key <= heap->bound) != (at < heap->near)) {
        heap_remove(heap, at);
        heap_add(heap, item);
    } else if (at >= heap->near) {
        heap->at[at] = item;
    } else if (item.key < old) {
        heap_rise(heap, at, item);
    } else {
        heap_sink(heap, at, item);
    }
}

/* A sorted sample of the pile's keys, at equal distances. */
static void sample_pile(const Heap *heap, double *keys) {
    const HeapItem *pile = heap->at + heap->room - heap->far;
    for (int64_t count = 0; count < SAMPLE; count++) {
        double key = pile[count * heap->far / SAMPLE].key;
        int64_t at = count;
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* Brings the items with keys up to the bound to the beginning of the pile, where some lie
already; how many they are then. */
static int64_t split_pile(Heap *heap, int64_t some) {
    const int64_t begin = heap->room - heap->far;
    int64_t next = begin + some;
    for (int64_t at = next; at < heap->room; at++) {
        HeapItem item = heap->at[at];
        if (item.key > heap->bound) continue;
        put(heap, at, heap->at[next]);
        heap->at[next++] = item; /* its position is recorded when it has moved */
    }
    return next - begin;
}

/* The greatest key of the pile. */
static double greatest_key(const Heap *heap) {
    double most = -INFINITY;
    for (int64_t at = heap->room - heap->far; at < heap->room; at++)
        most = heap->at[at].key > most ? heap->at[at].key : most;
    return most;
}

/* Finds a bound, and brings the items up to it to the beginning of the pile; how many they are.
However the keys are spread, the pile is looked through a few times, and one in ENOUGH of it
is found. */
static int64_t best_of_pile(Heap *heap) {
    double keys[SAMPLE];
    int64_t found = 0;
    if (heap->far > FEW) {
        sample_pile(heap, keys);
        for (int at = QUANTILE; at < SAMPLE; at *= QUANTILE) {
            heap->bound = keys[at];
            found = split_pile(heap, found);
            if (found * ENOUGH >= heap->far) return found;
        }
    }
    heap->bound = greatest_key(heap);
    return heap->far;
}

/* The heap is empty: the best of the pile move to it. */
static void heap_fill(Heap *heap) {
    int64_t size = best_of_pile(heap);
    memmove(heap->at, heap->at + heap->room - heap->far, (size_t)size * sizeof *heap->at);
    heap->near = size;
    heap->far -= size;
    for (int64_t at = 0; at < size; at++) set_place(heap, heap->at[at].node, at);
    for (int64_t at = (size - 2) >> 2; at >= 0; at--) heap_sink(heap, at, heap->at[at]);
}

/* The best one, or one without a node if there is none. */
INLINE HeapItem heap_top(Heap *heap) {
    if (heap->near == 0 && heap->far > 0) heap_fill(heap);
    return heap->near > 0 ? heap->at[0] : (HeapItem){INFINITY, NOBODY};
}

/* Prefetches a node's item and its parent in the heap. */
INLINE void prefetch_item(const Heap *heap, int32_t node) {
    int32_t at = place_of(heap, node);
    if (at == NOBODY) return;
    __builtin_prefetch(&heap->at[at], 1);
    if (at < heap->near && at > 0) __builtin_prefetch(&heap->at[(at - 1) >> 2], 1);
}
