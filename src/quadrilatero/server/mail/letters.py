"""Letters: what they say, and how they are handed to the mail server."""

from __future__ import annotations

import hashlib
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate

from quadrilatero.server.errors import phrases
from quadrilatero.server.names import in_letters
from quadrilatero.server.settings import Mail

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")


def is_address(text: str) -> bool:
    """Whether a letter can be sent there."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None


def say(key: str, language: str, **fields: str) -> str:
    """A sentence of a letter."""
    return phrases()[f"mail_{key}"][language].format_map(fields)


def about_table(
    kinds: list[str], language: str, *, title: str, against: str, url: str, unsubscribe: str
) -> tuple[str, str]:
    """Subject and text of a letter about a table. It tells what the lobby shows, and nothing of the game itself."""
    against = in_letters(against) or say("somebody", language)
    first = say(f"kind_{kinds[0]}", language, against=against)
    lines = [say(f"kind_{kind}", language, against=against) for kind in kinds]
    text = "\n".join([title, "", *lines, "", url, "", "-- ", say("unsubscribe", language, url=unsubscribe)])
    return f"{title}: {first}", text


def confirmation(language: str, name: str, url: str) -> tuple[str, str]:
    """Subject and text of the letter that asks whether an address is its owner's."""
    known = in_letters(name) or say("somebody", language)
    return say("confirm_subject", language), say("confirm", language, name=known, url=url)


def letter(mail: Mail, to: str, id: str, subject: str, text: str, unsubscribe: str | None) -> EmailMessage:
    """The letter. Its Message-ID follows from the notice, so that one sent twice can be told for the same."""
    message = EmailMessage()
    message["Subject"] = " ".join(subject.split())
    message["From"] = mail.sender
    message["To"] = to
    message["Date"] = formatdate()
    domain = mail.sender.rpartition("@")[2].strip("> ") or "localhost"
    message["Message-ID"] = f"<{hashlib.sha256(id.encode()).hexdigest()[:32]}@{domain}>"
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
    message.set_content(text)
    return message


def send(mail: Mail, message: EmailMessage) -> None:
    """Hand a letter to the mail server; OSError or SMTPException where it does not take it."""
    context = ssl.create_default_context()
    if mail.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(mail.host, mail.port, timeout=mail.seconds, context=context)
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=mail.seconds)
    with server:
        if mail.security == "starttls":
            server.starttls(context=context)
        if mail.user:
            server.login(mail.user, mail.password)
        server.send_message(message)
