"""Reads the Authentication-Results of mails as Python's email package sees them, strictly by RFC 8601.

Takes a JSON list of mails in base64, and writes for each the list of its fields: [id, results], where results is null if
the field breaks the grammar, else a list of [method, result, [[property, value], ...]].
"""

import base64
import json
import re
import sys
from email import _header_value_parser as rfc5322
from email.parser import BytesHeaderParser
from email.policy import compat32


def cfws(text):
    """Skips comments and folding white space."""
    if text and text[0] in " \t(":
        text = rfc5322.get_cfws(text)[1]
    return text


def match(pattern, text):
    found = re.match(pattern, text)
    if not found:
        raise ValueError(text)
    return found.group(), text[found.end() :]


KEYWORD = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"


def value(text):
    """A value: servers write signs in it that no token has (b=gIc/Ks+==), quoted pieces, and nothing for no sender."""
    read = ""
    while text and text[0] not in " \t();":
        if text[0] == '"':
            quoted, text = match(r'"(?:[^"\\]|\\.)*"', text)
            read += re.sub(r"\\(.)", r"\1", quoted[1:-1])
        else:
            read += text[0]
            text = text[1:]
    return read, text


def statement(text):
    method, text = match(KEYWORD, cfws(text))
    text = cfws(text)
    if method.lower() == "none" and (not text or text[0] == ";"):
        return None, text
    if text.startswith("/"):
        version, text = match(r"\d+", cfws(text[1:]))
        if version != "1":
            method += "/" + version
        text = cfws(text)
    text = match("=", text)[1]
    result, text = match(KEYWORD, cfws(text))
    properties = []
    while True:
        before, text = text, cfws(text)
        if not text or text[0] == ";":
            return [method.lower(), result.lower(), properties], text
        if before == text:
            raise ValueError(text)
        name, text = match(r"[A-Za-z0-9-]+", text)
        text = cfws(text)
        if text.startswith("."):
            part, text = match(r"[A-Za-z0-9_-]+", cfws(text[1:]))
            name += "." + part
            text = cfws(text)
        text = cfws(match("=", text)[1])
        read, text = value(text)
        properties.append([name.lower(), read.lower()])


def results(text):
    text = cfws(text)
    if text and text[0] != ";":
        version, text = match(r"\d+", text)
        if version != "1":
            raise ValueError(version)
        text = cfws(text)
    found = []
    while text:
        text = cfws(match(";", text)[1])
        if text and text[0] != ";":
            one, text = statement(text)
            if one:
                found.append(one)
            text = cfws(text)
    return found


def field(raw):
    if re.search(r"\r(?!\n)|\n(?![ \t])|\x00", raw):
        return [None, None]
    text = re.sub(r"\r?\n", "", raw)
    try:
        name, text = match(r"[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+", cfws(text))
    except Exception:
        return [None, None]
    try:
        return [name.lower(), results(text)]
    except Exception:
        return [name.lower(), None]


def fields(mail):
    head = BytesHeaderParser(policy=compat32).parsebytes(mail)
    named = [text for name, text in head.raw_items() if name.lower() == "authentication-results"]
    return [field(text.encode("ascii", "surrogateescape").decode("utf-8", "replace")) for text in named]


json.dump([fields(base64.b64decode(mail)) for mail in json.load(sys.stdin)], sys.stdout)
