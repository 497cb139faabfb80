"""LangGraph's `BaseStore` on a memory: items by namespace and key, whose texts are deposits of an agent."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from agentsensus.doors.bridge import asynchronous, awaited
from agentsensus.doors.langgraph.matching import listed_namespaces, value_fits
from agentsensus.doors.langgraph.owners import Namespace, OwnerOf, owner_of
from agentsensus.doors.langgraph.texts import WHOLE, texts_at
from agentsensus.errors import InputError
from agentsensus.memory import AsyncMemory, Memory
from agentsensus.memory.designs.keyed import Address, KeyedDeposit, KeyedEntry, KeyedWordings

_HEADING = "langgraph"
_LONGEST = 90_000


def _utc_now() -> datetime:
    return datetime.now(UTC)


class AgentsensusStore(BaseStore):
    """A store for LangGraph in which what several namespaces tell of the same thing is one record of the memory.

    Items are kept exactly, by namespace and key. The texts of an item (`fields`: paths in its value, by default the
    whole value, which for a value with nothing but one text in it is that text) are remembered by the agent that
    `owner` names for its namespace, so `memory.who_knows`, `recall` and `search` know of them. Give a `Memory` for a
    graph that is invoked or awaited, an `AsyncMemory` for one that is only awaited. `clock` dates items.
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
        """Do several operations at once; what is read is as it was before anything of the batch was put."""
        if not isinstance(self._memory, Memory):
            raise InputError("this store is on an AsyncMemory: await aget, aput, asearch …, or give it a Memory")
        return self._memory.wait_for(self._answers(list(ops)))

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several operations at once; what is read is as it was before anything of the batch was put."""
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
        raise InputError(f"{type(op).__name__} is no operation of a store")

    async def _search(self, op: SearchOp) -> list[SearchItem]:
        """A page of the items that fit: by likeness to the query, those without a score last; else as they were put."""
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
        """What an item is remembered as. One without a searchable text is remembered by its address alone."""
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
    """A value as it will be read back."""
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
