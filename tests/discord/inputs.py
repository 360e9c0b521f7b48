"""The interaction data that a member's Discord client sends.

As in a real client, only registered commands and visible components can be used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.discord.messages import BUTTON, Message
from tests.discord.places import Channel, Json, Member, Permission

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 1, 2, 3, 4, 5, 6, 7, 10
WRITTEN: Mapping[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (Member,),
    CHANNEL: (Channel,),
    NUMBER: (int, float),
}
USER_MENU, MESSAGE_MENU = 2, 3
ROW_IN_MODAL, LABEL = 1, 18
CHANNEL_SELECT = 8


def command_data(
    commands: list[Json],
    member: Member,
    words: str,
    values: Mapping[str, Any],
    focused: str | None = None,
) -> Json:
    """The data of a slash command.

    :param words: the name of the command, including any group and subcommand.
    :param focused: the option being autocompleted, while no option is required yet.
    :raises LookupError: if the bot has registered no such command, option or choice, a required
        option is missing, or the command isn't offered to this member.
    """
    name, *below = words.split()
    command = _find_definition(commands, name)
    needed = int(command.get("default_member_permissions") or 0)
    if needed & ~member.permissions and not member.permissions & Permission.ADMINISTRATOR:
        raise LookupError(f"{member.name} is not offered /{name}")
    path, inner = [command], command
    for word in below:
        inner = _find_definition(inner.get("options", []), word)
        path.append(inner)
    definitions: list[Json] = inner.get("options", [])
    missing = [option["name"] for option in definitions if option.get("required")]
    missing = [required for required in missing if required not in values]
    if missing and focused is None:
        raise LookupError(f"/{words} needs {missing}")
    resolved: dict[str, Json] = {}
    options: list[Json] = []
    for option_name, value in values.items():
        option = _find_definition(definitions, option_name)
        entry: Json = {"name": option_name, "type": option["type"]}
        if option_name == focused:
            entry |= {"value": value, "focused": True}
        else:
            entry["value"] = _value(option, value)
            _resolve(value, resolved)
        options.append(entry)
    for level in reversed(path[1:]):
        options = [{"name": level["name"], "type": level["type"], "options": options}]
    data: Json = {"id": command["id"], "name": name, "type": 1, "options": options}
    return {**data, "resolved": resolved} if resolved else data


def menu_data(commands: list[Json], name: str, target: Member | Message) -> Json:
    """The data of an entry in the menu of a member or a message.

    :raises LookupError: if the bot has registered no such entry for this kind of menu.
    """
    kind = USER_MENU if isinstance(target, Member) else MESSAGE_MENU
    command = _find_definition([each for each in commands if each["type"] == kind], name)
    resolved: dict[str, Json] = {}
    _resolve(target, resolved)
    if isinstance(target, Message):
        resolved["messages"] = {str(target.id): target.payload}
    identity, target_id = command["id"], str(target.id)
    return {
        "id": identity,
        "name": name,
        "type": kind,
        "target_id": target_id,
        "resolved": resolved,
    }


def _find_definition(definitions: list[Json], name: str) -> Json:
    for one in definitions:
        if one["name"] == name:
            return one
    raise LookupError(f"no {name!r}, but {[one['name'] for one in definitions]}")


def _value(option: Json, value: Any) -> Any:
    if not isinstance(value, WRITTEN[option["type"]]):
        raise LookupError(f"{option['name']} can't be {value!r}")
    if isinstance(value, (Member, Channel)):
        return str(value.id)
    choices: list[Json] = option.get("choices", [])
    for choice in choices:
        if value in (choice["value"], choice["name"]):
            return choice["value"]
    if choices:
        raise LookupError(f"{option['name']} offers {[c['value'] for c in choices]}, not {value!r}")
    return value


def _resolve(value: Any, resolved: dict[str, Json]) -> None:
    if isinstance(value, Member):
        payload = {**value.payload, "permissions": str(value.permissions)}
        del payload["user"], payload["deaf"], payload["mute"]
        resolved.setdefault("users", {})[str(value.id)] = value.user
        resolved.setdefault("members", {})[str(value.id)] = payload
    elif isinstance(value, Channel):
        payload = {**value.payload, "permissions": str(int(value.bot_permissions))}
        resolved.setdefault("channels", {})[str(value.id)] = payload


def button_data(message: Message, custom_id: str, checked: bool) -> Json:
    """:raises LookupError: if `checked` and the message has no such enabled button."""
    number = message.enabled_component(custom_id)["id"] if checked else 1
    return {"component_type": BUTTON, "custom_id": custom_id, "id": number}


def select_data(message: Message, custom_id: str, values: list[str]) -> Json:
    """:raises LookupError: if the message has no such menu, or not with these values."""
    select = message.enabled_component(custom_id)
    offered = [option["value"] for option in select.get("options", [])]
    resolved: Json = {}
    if select["type"] == CHANNEL_SELECT:
        channels = message.channel.guild.channels
        kinds = select.get("channel_types", [])
        offered = [str(each) for each, channel in channels.items() if channel.type in kinds]
        for each in set(values) & set(offered):
            _resolve(channels[int(each)], resolved)
    fits = select["min_values"] <= len(values) <= select["max_values"]
    if not fits or not set(values) <= set(offered):
        raise LookupError(f"{values} can't be chosen from {offered}")
    return {
        "component_type": select["type"],
        "custom_id": custom_id,
        "id": select["id"],
        "values": values,
        **({"resolved": resolved} if resolved else {}),
    }


def modal_data(modal: Json, values: Mapping[str, Any]) -> Json:
    """The data of a submitted modal.

    :param values: by custom id, a text or a list of the chosen values or members. Missing fields
        stay empty.
    :raises LookupError: if the modal has no such field.
    """
    fields = [field["custom_id"] for field in _fields(modal["components"])]
    if unknown := set(values) - set(fields):
        raise LookupError(f"no {sorted(unknown)} in the modal, but {fields}")
    resolved: dict[str, Json] = {}
    for chosen in values.values():
        for each in chosen if isinstance(chosen, list) else ():
            _resolve(each, resolved)
    data = {
        "custom_id": modal["custom_id"],
        "components": [_fill(component, values) for component in modal["components"]],
    }
    return {**data, "resolved": resolved} if resolved else data


def _fields(components: list[Json]) -> Iterator[Json]:
    for component in components:
        inner = component.get("components") or filter(None, [component.get("component")])
        if "custom_id" in component:
            yield component
        yield from _fields(list(inner))


def _fill(component: Json, values: Mapping[str, Any]) -> Json:
    if component["type"] == ROW_IN_MODAL:
        inner = [_fill(one, values) for one in component["components"]]
        return {"type": ROW_IN_MODAL, "id": 1, "components": inner}
    if component["type"] == LABEL:
        return {"type": LABEL, "id": 1, "component": _fill(component["component"], values)}
    filled: Json = {"type": component["type"], "id": 1}
    if "custom_id" in component:
        value = values.get(component["custom_id"], "")
        filled |= {"custom_id": component["custom_id"]}
        if isinstance(value, list):
            filled["values"] = [
                str(each.id) if isinstance(each, Member) else each for each in value
            ]
        else:
            filled["value"] = value
    return filled
