"""Array annotations with dtype and shape, as in `Int32[np.ndarray, " edges"]`.

Type checkers see the annotations of jaxtyping, and so do tests, which check shapes at run time.
Elsewhere an annotation is the plain array type: loading jaxtyping takes longer than a run on a
small graph, and so does loading `numpy.random`.
"""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING or "jaxtyping" in sys.modules:
    from jaxtyping import Bool, Float, Float64, Int, Int32, Int64, Shaped, UInt, UInt8, UInt64
    from numpy.random import Generator
else:

    class _Annotation:
        def __class_getitem__(cls, item: tuple[type, str]) -> type:
            return item[0]

    Bool = Float = Float64 = Int = Int32 = Int64 = Shaped = UInt = UInt8 = UInt64 = _Annotation
    Generator = object

__all__ = [
    "Bool",
    "Float",
    "Float64",
    "Generator",
    "Int",
    "Int32",
    "Int64",
    "Shaped",
    "UInt",
    "UInt8",
    "UInt64",
]
