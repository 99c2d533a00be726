"""How to be told of what happens, and where it is my turn."""

from __future__ import annotations

import math
import secrets

import msgspec
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from quadrilatero.server.errors import Json, Problem
from quadrilatero.server.http import answers_mail
from quadrilatero.server.http.forms import ContactForm, LinkForm
from quadrilatero.server.http.sessions import Here, Somebody, Visitor, address_of, by_page, hashed, limit
from quadrilatero.server.mail import letters, webhooks
from quadrilatero.server.play.describe import holding, others, title
from quadrilatero.server.services import Services
from quadrilatero.server.settings import HOUR
from quadrilatero.server.storage import Player, contacts, notices, tables
from quadrilatero.server.storage.contacts import Contact
from quadrilatero.server.storage.notices import CONFIRM, KINDS, Notice

router = APIRouter(prefix="/api", tags=["correspondence"])
USUAL = ["turn", "over", "joined", "offer"]


def _new(player: Player) -> Contact:
    return Contact(
        player=player.id,
        address=None,
        confirmed=False,
        confirmation=None,
        unsubscribe=secrets.token_urlsafe(24),
        webhook=None,
        secret=secrets.token_urlsafe(32),
        events=USUAL,
        language="en",
    )


def _shown(services: Services, contact: Contact | None) -> Json:
    settings = services.settings
    return Json(
        {
            "mail": settings.mail is not None,
            "webhooks_private": settings.webhook_private,
            "address": contact.address if contact else None,
            "confirmed": contact.confirmed if contact else False,
            "webhook": contact.webhook if contact else None,
            "secret": contact.secret if contact and contact.webhook else None,
            "events": contact.events if contact else USUAL,
            "kinds": list(KINDS),
            "language": contact.language if contact else "en",
        }
    )


@router.get("/contact", response_model=answers_mail.Contact, dependencies=[Depends(by_page)])
async def read_contact(services: Here, who: Somebody) -> Response:
    """My mail address, my webhook, and what I want to be told."""
    return _shown(services, await services.store(contacts.find, who.id))


@router.put("/contact", response_model=answers_mail.Contact, dependencies=[Depends(by_page)])
async def write_contact(form: ContactForm, request: Request, services: Here, who: Somebody) -> Response:
    """Replace them. A new mail address gets a letter with a link, and no other before that has been followed."""
    limit(services, f"contact {who.id}")
    settings, now = services.settings, services.settings.now()
    old = await services.store(contacts.find, who.id)
    events = [kind for kind in KINDS if kind in form.events]
    contact = msgspec.structs.replace(old or _new(who), events=events, language=form.language)
    if form.webhook != contact.webhook:
        contact = msgspec.structs.replace(contact, webhook=await _webhook(form.webhook, settings.webhook_private))
    letter = None
    if form.address != contact.address:
        contact, letter = _address(contact, form.address, now, by_mail=settings.mail is not None)
    if old is None:
        await services.store(notices.baseline, who.id)
    if letter is None:
        await services.store(contacts.write, contact)
    else:
        await _ask(services, contact, letter, address_of(request))
    return _shown(services, contact)


async def _ask(services: Services, contact: Contact, letter: Notice, source: str) -> None:
    """Keep a contact and send the letter that asks for its confirmation; a Problem where there were enough of them."""
    settings = services.settings
    if not services.confirmations.allows(source):
        seconds = round(services.confirmations.wait(source))
        raise Problem("confirmations_from_one", minutes=max(1, math.ceil(seconds / 60)))
    enough = await services.store(
        notices.put_confirmation,
        contact,
        letter,
        settings.now() - HOUR,
        to_one=settings.confirmations_to_one,
        by_one=settings.confirmations_by_one,
        in_all=settings.confirmations,
    )
    if enough is not None:
        raise Problem(f"confirmations_{enough}")


async def _webhook(url: str | None, private: bool) -> str | None:
    if url is None:
        return None
    try:
        await webhooks.address_of(webhooks.read_url(url, private=private), private=private)
    except (webhooks.RefusedAddress, OSError):
        raise Problem("bad_webhook") from None
    return url


def _address(contact: Contact, address: str | None, now: float, *, by_mail: bool) -> tuple[Contact, Notice | None]:
    if address is None:
        return msgspec.structs.replace(contact, address=None, confirmed=False, confirmation=None), None
    if not by_mail:
        raise Problem("no_mail")
    if not letters.is_address(address):
        raise Problem("bad_address")
    token = secrets.token_urlsafe(24)
    contact = msgspec.structs.replace(contact, address=address, confirmed=False, confirmation=hashed(token))
    letter = Notice(
        notices.confirm_id(contact), contact.player, None, "mail", CONFIRM, address, {"token": token}, 0, now
    )
    return contact, letter


@router.post("/contact/confirm", response_model=answers_mail.Done, responses={404: {}})
async def confirm_address(form: LinkForm, services: Here, who: Visitor) -> Response:
    """The link of the first letter was followed."""
    if not await services.store(contacts.confirm, hashed(form.token)):
        raise Problem("wrong_link")
    return Json({"done": True})


@router.post("/contact/unsubscribe", response_model=answers_mail.Done, responses={404: {}})
async def unsubscribe(form: LinkForm, services: Here, who: Visitor) -> Response:
    """No more letters, by the link that is in each of them."""
    if not await services.store(contacts.unsubscribe, form.token):
        raise Problem("wrong_link")
    return Json({"done": True})


@router.get("/turns", response_model=answers_mail.Turns)
async def my_turns(services: Here, who: Visitor) -> Response:
    """Where it is my turn."""
    found = await services.store(notices.turns_of, who.id) if who else []
    listed = []
    for id in found:
        record = await services.store(tables.find, id)
        if record is not None and who is not None:
            foes = [holding(holder) for holder in others(record, who.id)]
            listed.append(
                {"id": id, "title": title(record.game, record.scenario), "against": foes, "since": record.updated}
            )
    return Json({"turns": listed})
