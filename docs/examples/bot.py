"""A program that plays Quadrilatero: it sits down against the computer and plays a game to its end.

    python bot.py http://localhost:8743 qp_… [--scenario learning] [--level recluta]

It takes the answer whose odds it likes best among a few, and any answer where it gets no odds.
"""

import argparse
import json
import random
import urllib.request
import uuid

from websockets.sync.client import connect


class Bot:
    def __init__(self, server, token):
        self.server, self.headers = server.rstrip("/"), {"Authorization": f"Bearer {token}"}

    def post(self, path, body):
        headers = {**self.headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self.server + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def play(self, table):
        """Answer every question of a table until its game is over; the table as it is then."""
        address = f"ws{self.server.removeprefix('http')}/ws/tables/{table}"
        with connect(address, additional_headers=self.headers, max_size=None) as self.socket:
            state = self.hear(lambda message: message["t"] == "state")
            while state["table"]["status"] != "over":
                if state["options"]:
                    answer = {"t": "answer", "version": state["version"], "seat": state["seat"]}
                    reply, newer = self.ask({**answer, "answer": self.choose(state)})
                    if reply["t"] == "error" and reply["code"] != "stale":
                        raise RuntimeError(reply["text"]["en"])
                    state = newer or self.hear(lambda message: message["t"] == "state")
                else:
                    state = self.hear(lambda message: message["t"] == "state")
            return state["table"]

    def choose(self, state):
        """Ask for the odds of three answers, and prefer what may change most."""
        tried = random.sample(state["options"], min(3, len(state["options"])))
        return max(tried, key=lambda answer: self.promise(state["seat"], answer))

    def promise(self, seat, answer):
        reply, _ = self.ask({"t": "odds", "seat": seat, "answer": answer})
        return len(reply["odds"]["outcomes"]) if reply["t"] == "odds" else 0

    def ask(self, message):
        """Send a message; its reply, and the last state that came before it."""
        states, id = [None], uuid.uuid4().hex
        self.socket.send(json.dumps({**message, "id": id}))
        reply = self.hear(lambda heard: (heard["t"] == "state" and states.append(heard)) or heard.get("id") == id)
        return reply, states[-1]

    def hear(self, wanted):
        while True:
            message = json.loads(self.socket.recv(timeout=120))
            if wanted(message):
                return message


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("token")
    parser.add_argument("--game", default="camposanto")
    parser.add_argument("--scenario", default="learning")
    parser.add_argument("--level", default="recluta")
    chosen = parser.parse_args()
    bot = Bot(chosen.server, chosen.token)
    opponent = {"kind": "bot", "level": chosen.level}
    made = bot.post("/api/tables", {"game": chosen.game, "scenario": chosen.scenario, "opponent": opponent})
    print("table", made["id"], flush=True)
    print("result", json.dumps(bot.play(made["id"])["result"]))
