"""The accounts service: registration, sign-in and sign-out, for the pages and the API."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError

from souq.server.core.db.sessions import CodeUsed, Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.people import Guest, People, fresh_id, fresh_token, hashed, named
from souq.server.core.live.tables import Tables
from souq.server.core.personal_data import AllPersonalData
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.rows import PersonRow
from souq.server.errors import Refused
from souq.server.features.accounts import email_texts
from souq.server.features.accounts.challenges import Challenges
from souq.server.features.accounts.codes import code_hash, fresh_codes, letters
from souq.server.features.accounts.email_links import Letter, Letters
from souq.server.features.accounts.guard import Guard
from souq.server.features.accounts.merging import AccountMerging
from souq.server.features.accounts.models import Passkey
from souq.server.features.accounts.passkeys import NotProven, Party
from souq.server.features.accounts.sign_in_methods import SignInMethods
from souq.server.mail import Post, address_of
from souq.server.ops.config.settings import Settings

KEEP, SIGN_IN = "keep", "sign in"
"""Purposes of a WebAuthn challenge: to create a passkey (`KEEP`), or to sign in with one (`SIGN_IN`)."""

SPENT = "That code doesn’t work. Each works once, and a new set replaces the old one."


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Result of signing in: the browser's new identity, the account, and the number of tables merged from a guest."""

    guest: Guest
    person_id: str
    joined: int


class Accounts:
    """Registration, sign-in and sign-out."""

    def __init__(
        self,
        storage: Storage,
        sessions: Sessions,
        people: People,
        tables: Tables,
        hub: Hub,
        chores: Chores,
        settings: Settings,
        bus: Bus,
        personal: AllPersonalData,
    ) -> None:
        self.sessions, self._people, self._hub, self._chores = sessions, people, hub, chores
        self.methods, self.letters = SignInMethods(storage.database), Letters(storage.database)
        self.post = Post(settings.smtp, settings.mail_from)
        self.guard = Guard(settings.limited)
        self._challenges = Challenges(storage.database)
        self._merging = AccountMerging(storage.database, tables, hub, bus, personal)

    # keeping one's name

    async def ask_for_passkey(self, guest: Guest, party: Party, called: str) -> dict[str, Any]:
        """Return the options with which a browser creates a passkey; they contain a new challenge."""
        from souq.server.features.accounts import ceremonies

        known = await self.methods.of(guest.person_id) if guest.person_id else None
        handle = (known and known.handle) or secrets.token_bytes(32)
        challenge = await self._challenges.make(KEEP, hashed(guest.token), party.id, handle)
        name = called_of(guest, called)
        return ceremonies.creation_options(party, challenge, handle, name, known.passkeys if known else ())

    async def add_passkey(
        self, guest: Guest, party: Party, credential: dict[str, Any], called: str, label: str
    ) -> tuple[Guest, Passkey]:
        """Store a passkey that a browser has created; a guest becomes an account.

        Raises:
            NotProven: the challenge is unknown or expired, or the answer fails verification.
        """
        from souq.server.features.accounts import ceremonies

        challenge = ceremonies.challenge_of(credential)
        asked = await self._challenges.take(challenge, KEEP, hashed(guest.token), party.id)
        if asked is None:
            raise NotProven("Try again. That took too long, or began in another browser.")
        made, now = ceremonies.verify_creation(credential, challenge, party), time.time()
        person = await self._people.remember(guest, called_of(guest, called))
        name = named(label or guest.device or "Passkey")
        what = made.public_key, made.uses, made.transports
        passkey = Passkey(made.credential, fresh_id(), person.id, name, party.id, *what, now, now)
        await self.methods.add(passkey, asked.handle)
        return await self._risen(guest, person), passkey

    async def new_codes(self, guest: Guest, called: str = "") -> tuple[Guest, list[str]]:
        """Replace the recovery codes and return the new ones, which can't be read later; a guest becomes an account."""
        person, made = await self._people.remember(guest, called_of(guest, called)), fresh_codes()
        await self.methods.set_codes(person.id, map(code_hash, made))
        return await self._risen(guest, person), made

    async def _risen(self, guest: Guest, person: PersonRow) -> Guest:
        """Give a guest who has just become an account a new session token; return other accounts unchanged.

        The guest's old token was less well protected, so it may have leaked unnoticed.
        """
        if guest.person is not None and guest.person.has_account:
            return guest
        token = fresh_token()
        await self.sessions.turn(hashed(guest.token), hashed(token))
        return replace(guest, token=token, person=replace(person, kept_at=time.time()), is_new=False)

    # mail

    async def write_to_keep(self, guest: Guest, where: str, text: str, called: str, link: str) -> Guest:
        """Send an e-mail that asks the player to confirm an address; the address is stored only after they do."""
        mail = self._address(where, text)
        person = await self._people.remember(guest, called_of(guest, called))
        await self._write(Letter(person.id, mail, True), guest, link)
        return replace(guest, person=person)

    async def write_to_sign_in(self, guest: Guest, where: str, text: str, link: str) -> None:
        """Send a sign-in e-mail if an account has the address. The caller can't find out whether one does."""
        mail = self._address(where, text)
        await self._write(Letter(await self.methods.with_mail(mail), mail, False), guest, link)

    def _address(self, where: str, text: str) -> str:
        if not self.post.goes:
            raise Refused("This server doesn’t send e-mails. Use a passkey or a recovery code.")
        mail = address_of(text)
        self.guard.writes(where, mail)
        return mail

    async def _write(self, letter: Letter, guest: Guest, link: str) -> None:
        token, code = fresh_token(), "-".join((letters(4), letters(4)))
        await self.letters.write(letter, token, code, hashed(guest.token))
        if letter.person_id is None:
            return
        address = f"{link}{email_texts.LINK}{token}" if link else ""
        words = email_texts.to_keep if letter.keeps else email_texts.to_sign_in
        self._chores.start(self.post.send(letter.mail, *words(code, address)))

    async def answer(self, guest: Guest, letter: Letter | None, joins: bool) -> SignedIn:
        """Complete what an e-mail was sent for, after its link or code was used: sign in, or confirm the address.

        Raises:
            NotProven: this browser asked for no such e-mail, or no account has its address.
        """
        if letter is None or letter.person_id is None:
            raise NotProven(
                "That doesn’t work here. Links and codes work once, for 15 minutes, in the browser where you asked."
            )
        if not letter.keeps:
            return await self._sign_in(guest, letter.person_id, joins)
        if guest.person is None or guest.person_id != letter.person_id:
            raise NotProven("This link is for somebody else. Sign out here first, or open it in their browser.")
        await self.methods.set_mail(letter.person_id, letter.mail)
        return SignedIn(await self._risen(guest, guest.person), letter.person_id, 0)

    # coming back

    async def ask(self, guest: Guest, party: Party) -> dict[str, Any]:
        """Return the options with which a browser asks for a passkey to sign in; they contain a new challenge."""
        from souq.server.features.accounts import ceremonies

        return ceremonies.request_options(party, await self._challenges.make(SIGN_IN, hashed(guest.token), party.id))

    async def show_passkey(self, guest: Guest, party: Party, credential: dict[str, Any], joins: bool) -> SignedIn:
        """Sign in with the passkey that a browser has presented.

        Raises:
            NotProven: the challenge is unknown or expired, or the passkey fails verification.
        """
        from souq.server.features.accounts import ceremonies

        challenge = ceremonies.challenge_of(credential)
        if await self._challenges.take(challenge, SIGN_IN, hashed(guest.token), party.id) is None:
            raise NotProven("Try again. That took too long, or began in another browser.")
        credential_id = ceremonies.credential_of(credential)
        passkey, handle = await self.methods.passkey(credential_id) or (None, None)
        try:
            uses = ceremonies.verify_assertion(credential, challenge, party, passkey, handle)
        except NotProven:
            self.guard.fails(credential_id)
            raise
        assert passkey is not None
        await self.methods.used(passkey, uses)
        return await self._sign_in(guest, passkey.person_id, joins)

    async def show_code(self, guest: Guest, text: str, joins: bool) -> SignedIn:
        """Sign in with a recovery code, which is deleted because it works only once.

        Raises:
            NotProven: the code is unknown or used.
        """
        person_id = await self.methods.with_code(code_hash(text))
        if person_id is None:
            raise NotProven(SPENT)
        return await self._sign_in(guest, person_id, joins, code_hash(text))

    async def _sign_in(self, guest: Guest, person_id: str, joins: bool, code: bytes | None = None) -> SignedIn:
        """Start a session under a new token, and end the browser's previous one.

        Args:
            guest: the browser's previous identity.
            person_id: the account to sign in.
            joins: whether to merge the guest's seats into the account.
            code: hash of the recovery code that was used; it is deleted in the transaction that starts the session.
        """
        joined, token, session = 0, fresh_token(), fresh_id()
        try:
            if joins and guest.person is not None and not guest.person.has_account and guest.person_id != person_id:
                joined = await self._merging.merge(guest.person.id, person_id)
            ended = await self.sessions.begin(person_id, hashed(token), session, guest.device, guest.session, code)
        except CodeUsed:
            raise NotProven(SPENT) from None
        except IntegrityError as error:  # deleted in this very moment
            raise NotProven("That account has been deleted.") from error
        self._hub.sign_out([each.id for each in ended])
        return SignedIn(replace(guest, token=token, session=session), person_id, joined)

    # going

    async def sign_out(self, person_id: str, *sessions: str) -> list[str]:
        """End a person's sessions, or all of them if none are given; return those that ended."""
        ended = await self.sessions.end(person_id, *sessions)
        self._hub.sign_out(ended)
        return ended


def called_of(guest: Guest, called: str) -> str:
    """Return the name for a person: the given name or, if it is empty, their current one or "Guest"."""
    return named(called or (guest.person.name if guest.person else "") or "Guest")
