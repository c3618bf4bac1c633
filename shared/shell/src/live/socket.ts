/** One socket, as little of it as the live channel needs. */
export interface LiveConnection {
  send(text: string): void;
  /** Closes without a word to the listener. */
  close(): void;
}

export interface ConnectionListener {
  message(text: string): void;
  closed(code: number): void;
}

/** @param since the last event applied; null for a first connection */
export type OpenConnection = (since: number | null, listener: ConnectionListener) => LiveConnection;

/** Opens connections to `address` with the browser's WebSocket. The token is asked for each time: it may have changed. */
export function openWebSocket(address: string, token: () => string): OpenConnection {
  return (since, listener) => {
    const url = new URL(address);
    url.searchParams.set('jwt', token());
    if (since !== null) url.searchParams.set('since', String(since));
    const socket = new WebSocket(url);
    let silent = false;
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!silent && typeof data === 'string') listener.message(data);
    });
    socket.addEventListener('close', ({ code }) => {
      if (!silent) listener.closed(code);
    });
    return {
      send(text) {
        // One that closes would drop it, and log that as an error of the page's.
        if (socket.readyState < WebSocket.CLOSING) socket.send(text);
      },
      close() {
        silent = true;
        socket.close();
      },
    };
  };
}
