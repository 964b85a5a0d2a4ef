// Talking with the server.

/** @param {string} url @param {any} [body] posted as JSON where given */
export async function ask(url, body) {
  const options = body === undefined
    ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, options);
  const answer = await response.json().catch(() => ({ error: `the server said ${response.status}` }));
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The token of a seat that this browser keeps. @param {string} table @param {number} seat */
export const kept = (table, seat) => localStorage.getItem(`croupier ${table} ${seat}`);
/** @param {string} table @param {number} seat @param {string} token */
export const keep = (table, seat, token) => localStorage.setItem(`croupier ${table} ${seat}`, token);

/** A connection to a table that comes again when it is lost. */
export class Connection {
  /**
   * @param {string} table
   * @param {{token: string | null, renew?: boolean}} hello
   * @param {(message: any) => void} got
   * @param {(up: boolean) => void} status
   */
  constructor(table, hello, got, status) {
    this.table = table;
    /** @type {{token: string | null, renew?: boolean}} */
    this.hello = hello;
    this.got = got;
    this.status = status;
    this.wait = 250;
    this.ended = false;
    this.open();
  }

  open() {
    const url = new URL(`/api/tables/${this.table}/socket`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    const socket = this.socket = new WebSocket(url);
    socket.onopen = () => socket.send(JSON.stringify({ hello: this.hello }));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.wait = 250;
      if (message.type === 'token') this.hello = { token: message.token };
      if (message.type === 'state') this.status(true);
      this.got(message);
    };
    socket.onclose = (event) => {
      if (this.ended) return;
      this.status(false);
      // Refused for good: a wrong token stays wrong.
      if (event.code === 1008) return;
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 5000);
    };
  }

  /** @param {number} n @param {string} text */
  act(n, text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ act: { n, text } }));
  }

  close() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
