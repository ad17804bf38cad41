"""A bucket as far as mail needs one: ``get_object`` of boto3's S3 client over a dictionary."""

from io import BytesIO
from typing import Any


class Objects:
    """Objects by bucket and key. Safe to share between threads."""

    def __init__(self) -> None:
        """Begin empty."""
        self._kept: dict[tuple[str, str], bytes] = {}

    def put(self, bucket: str, key: str, content: bytes) -> None:
        """Keep an object."""
        self._kept[bucket, key] = content

    def drop(self, bucket: str, key: str) -> None:
        """Forget an object, if it is there."""
        self._kept.pop((bucket, key), None)

    def get_object(self, *, Bucket: str, Key: str) -> dict[str, Any]:  # noqa: N803 -- boto3's names
        """Give an object as boto3 does; raises ``KeyError`` if there is none."""
        content = self._kept[Bucket, Key]
        return {"Body": BytesIO(content), "ContentLength": len(content)}
