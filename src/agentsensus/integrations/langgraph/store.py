"""LangGraph's `BaseStore` on a memory: items by namespace and key. The texts of an item are deposits of an agent."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any, TypeAlias

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    get_text_at_path,
    tokenize_path,
    validate_op_namespace,
)

from agentsensus.errors import InputError
from agentsensus.integrations.common import asynchronous, awaited
from agentsensus.memory import AsyncMemory, Memory
from agentsensus.memory.core.limits import ABSENT, check_comparison, compare, equal, is_comparison
from agentsensus.memory.keyed import Address, KeyedDeposit, KeyedEntry, KeyedWordings

Namespace: TypeAlias = tuple[str, ...]
OwnerOf: TypeAlias = Callable[[Namespace], str]


def owner_of(namespace: Namespace) -> str:
    """Return the agent of a namespace: its labels joined by dots. Characters not allowed in names are written as %XX.

    >>> owner_of(("team", "ana"))
    'team.ana'
    >>> owner_of(("用户", " 5% "))
    '用户.%205%25%20'
    """
    name = ".".join(_escaped(label) for label in namespace)
    return name if any(char.isalnum() for char in name) else ".".join(_fully_escaped(label) for label in namespace)


def _escaped(label: str) -> str:
    last = len(label) - 1
    return "".join(
        _codes(char) if char == "%" or not char.isprintable() or (char == " " and place in (0, last)) else char
        for place, char in enumerate(label)
    )


def _fully_escaped(label: str) -> str:
    return "".join(map(_codes, label))


def _codes(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def value_fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Return whether a value matches a filter. Under each key of the filter, the value must be equal or meet all
    operators.
    """
    return all(_fits(value.get(key, ABSENT), condition) for key, condition in (wanted or {}).items())


def _fits(value: object, condition: object) -> bool:
    if not isinstance(condition, Mapping):
        return equal(value, condition)
    if not is_comparison(condition):
        return isinstance(value, Mapping) and value_fits(value, condition)
    check_comparison(condition, "filter")
    return compare(value, condition)


def listed_namespaces(namespaces: Iterable[Namespace], op: ListNamespacesOp) -> list[Namespace]:
    """Return one page of the namespaces that meet all conditions, cut to the maximum depth and sorted."""
    fitting = [name for name in namespaces if all(_matches(name, each) for each in op.match_conditions or ())]
    cut = sorted({name[: op.max_depth] for name in fitting})
    return cut[op.offset : op.offset + op.limit]


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = tuple(condition.path)
    if condition.match_type not in ("prefix", "suffix"):
        raise InputError(f"match_type is {condition.match_type!r}: write 'prefix' or 'suffix'")
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(label in ("*", own) for own, label in zip(part, path, strict=True))


WHOLE = "$"


def texts_at(value: Mapping[str, Any], paths: Sequence[str]) -> list[str]:
    """Return the distinct texts at these paths of a value; `$` is the whole value. Texts without letters or digits are
    skipped.
    """
    texts: list[str] = []
    for path in paths:
        texts += [_whole(value)] if path == WHOLE else get_text_at_path(value, tokenize_path(path))
    return list(dict.fromkeys(text for text in texts if any(char.isalnum() for char in text)))


def _whole(value: Mapping[str, Any]) -> str:
    """Return the text of a value that contains exactly one text; any other value as JSON."""
    match list(_leaves(value)):
        case [str(text)]:
            return text
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        yield value
        return
    for part in value:
        yield from _leaves(part)


_HEADING = "langgraph"
_LONGEST = 90_000


def _utc_now() -> datetime:
    return datetime.now(UTC)


class AgentsensusStore(BaseStore):
    """A LangGraph store. Statements about the same thing in several namespaces become one record of the memory.

    Items are kept exactly, by namespace and key. The texts of an item are remembered by the agent that `owner` returns
    for its namespace, so `memory.who_knows`, `recall` and `search` find them. `fields` are paths in the value (default:
    the whole value; a value with a single text counts as that text). Use a `Memory` for graphs that are invoked or
    awaited, an `AsyncMemory` for graphs that are only awaited. `clock` dates items.
    """

    supports_ttl = False

    def __init__(
        self,
        memory: Memory | AsyncMemory,
        *,
        fields: Sequence[str] = (WHOLE,),
        owner: OwnerOf = owner_of,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        if isinstance(fields, str):
            raise InputError(f"fields is {fields!r}: give a list of paths, for example ['text']")
        self._memory = memory
        self._fields = tuple(fields)
        self._owner = owner
        self._clock = clock
        self._keyed = KeyedWordings(asynchronous(memory), _HEADING)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Run several operations. Reads see the state before the writes of the same batch."""
        if not isinstance(self._memory, Memory):
            raise InputError("this store is on an AsyncMemory: await aget, aput, asearch …, or give it a Memory")
        return self._memory.wait_for(self._answers(list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run several operations. Reads see the state before the writes of the same batch."""
        return await awaited(self._memory, self._answers(list(ops)))

    async def _answers(self, ops: Sequence[Op]) -> list[Result]:
        for op in ops:
            validate_op_namespace(op)
        puts = {(*op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
        deposits = [self._deposit(address, op) for address, op in puts.items() if op.value is not None]
        results = [await self._answer(op) for op in ops]
        if puts:
            await self._keyed.write(deposits, [address for address, op in puts.items() if op.value is None])
        return results

    async def _answer(self, op: Op) -> Result:
        match op:
            case GetOp():
                entry = self._keyed.entries().get((*op.namespace, op.key))
                return None if entry is None else _item((*op.namespace, op.key), entry)
            case SearchOp():
                return await self._search(op)
            case ListNamespacesOp():
                return listed_namespaces({address[:-1] for address in self._keyed.entries()}, op)
            case PutOp():
                return None
        raise InputError(f"{type(op).__name__} is not an operation of a store")

    async def _search(self, op: SearchOp) -> list[SearchItem]:
        """Return a page of matching items, best first; items without a score come last."""
        prefix = tuple(op.namespace_prefix)
        fitting = [
            address
            for address, entry in self._keyed.entries().items()
            if address[:-1][: len(prefix)] == prefix and value_fits(entry.body["value"], op.filter)
        ]
        has_words = any(char.isalnum() for char in op.query or "")
        scores = await self._keyed.scores(op.query, fitting) if op.query and has_words else {}
        entries = self._keyed.entries()
        ranked = sorted(scores, key=lambda address: -scores[address])
        order = [*ranked, *(address for address in fitting if address not in scores)]
        page = [address for address in order if address in entries][op.offset : op.offset + op.limit]
        return [_search_item(address, entries[address], scores.get(address)) for address in page]

    def _deposit(self, address: Address, op: PutOp) -> KeyedDeposit:
        """Return the deposit of an item. An item without searchable text is stored with its address as text."""
        where = "/".join(address)
        if not op.namespace:
            raise InvalidNamespaceError("Namespace cannot be empty.")
        if op.ttl is not None:
            raise NotImplementedError(f"ttl is {op.ttl} for {where}, and this store keeps items until they are deleted")
        assert op.value is not None
        value = _as_json(where, op.value)
        paths = self._fields if op.index is None else op.index or ()
        texts = texts_at(value, paths)
        now, entry = self._clock().isoformat(), self._keyed.entries().get(address)
        body = {"value": value, "created": entry.body["created"] if entry else now, "updated": now}
        return KeyedDeposit(
            address, self._owner(op.namespace), texts or [f"item {owner_of(address)}"], body, bool(texts)
        )


def _as_json(where: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value converted to JSON and back. Raises InputError if that is not possible."""
    if not isinstance(value, Mapping):
        raise InputError(f"the value of {where} is {type(value).__name__}: give a dict")
    try:
        text = json.dumps(dict(value), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"the value of {where} cannot be kept as JSON: {error}") from None
    if len(text) > _LONGEST:
        raise InputError(f"the value of {where} has {len(text):,} characters, more than {_LONGEST:,}; put it in parts")
    parsed: dict[str, Any] = json.loads(text)
    return parsed


def _item(address: Address, entry: KeyedEntry) -> Item:
    return Item(**_parts(address, entry))


def _search_item(address: Address, entry: KeyedEntry, score: float | None) -> SearchItem:
    return SearchItem(**_parts(address, entry), score=score)


def _parts(address: Address, entry: KeyedEntry) -> dict[str, Any]:
    namespace: Namespace = address[:-1]
    return {
        "namespace": namespace,
        "key": address[-1],
        "value": deepcopy(entry.body["value"]),
        "created_at": datetime.fromisoformat(entry.body["created"]),
        "updated_at": datetime.fromisoformat(entry.body["updated"]),
    }
