"""A worker: one of several processes that serve on one port, and do what their supervisor tells them."""

import os
import socket
import threading

from upwords_referee.service.grpc.process import Process
from upwords_referee.service.orders import AFRESH, CHANGED, DRAIN, END, READY
from upwords_referee.service.reload import Reloader, Supply
from upwords_referee.service.settings.model import Settings
from upwords_referee.service.shelf import Shelf, Stock


def work(address: str, supply: Supply, settings: Settings, stock: Stock, supervisor: socket.socket) -> None:
    """Serve until told to end, and end the process.

    A supervisor that is gone counts as an order to end.
    """
    process = Process(Shelf(stock), settings, shared=True)
    reloader = Reloader(supply, settings, process.shelf, process.follow, by_itself=False)
    process.reloader = reloader

    def listen_to_orders() -> None:
        while order := _next(supervisor):
            if order in (CHANGED, AFRESH):
                reloader.ask(afresh=order == AFRESH)
            elif order in (DRAIN, END):
                process.order(pause=order == DRAIN)
        if process.state.draining:
            # It was told to end at once, and so are we.
            os._exit(1)
        process.order(pause=False)

    threading.Thread(target=listen_to_orders, name="orders", daemon=True).start()
    process.run(address, lambda _: supervisor.sendall(READY))


def _next(supervisor: socket.socket) -> bytes:
    try:
        return supervisor.recv(1)
    except OSError:
        return b""
