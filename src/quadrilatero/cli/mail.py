"""The options of `quadrilatero serve` for letters and webhooks."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quadrilatero.cli.words import Words

if TYPE_CHECKING:
    from quadrilatero.server.settings import Mail

PASSWORD = "QUADRILATERO_SMTP_PASSWORD"
PORTS = {"starttls": 587, "tls": 465, "none": 25}


class BadMail(ValueError):
    """Options that do not fit together; the message says what is missing."""


@dataclass(frozen=True)
class MailOptions:
    """What was given on the command line or in the environment."""

    public_url: str = ""
    host: str = ""
    port: int = 0
    security: str = "starttls"
    user: str = ""
    password_file: Path | None = None
    sender: str = ""
    webhooks_private: bool = False

    def mail(self, words: Words) -> Mail | None:
        """The settings for letters; None where no mail server is named."""
        from quadrilatero.server.settings import Mail

        if not self.host:
            return None
        if self.security not in PORTS:
            raise BadMail(words("serve.mail_security", security=self.security))
        if not self.sender or not self.base:
            raise BadMail(words("serve.mail_needs"))
        port = self.port or PORTS[self.security]
        return Mail(self.host, self.sender, port, self.security, self.user, self._password(words))

    @property
    def base(self) -> str:
        """The public address without a slash at its end; empty where it is none."""
        return self.public_url.rstrip("/") if self.public_url.startswith(("https://", "http://")) else ""

    def _password(self, words: Words) -> str:
        if self.password_file is None:
            return os.environ.get(PASSWORD, "")
        try:
            return self.password_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise BadMail(words("serve.mail_password", file=str(self.password_file), why=str(error.strerror))) from None


NO_MAIL = MailOptions()
