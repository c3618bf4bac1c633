import { createServer, type Server, type Socket } from 'node:net';

/** As much of Redis as two nodes need of it: publish and subscribe, in its own protocol. */
export function startRedis(): Server {
  const subscribers = new Set<Socket>();
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => subscribers.delete(socket));
    socket.on('data', (data) => {
      for (const [command = '', channel = '', text = ''] of commandsOf(data.toString())) {
        const answers: Record<string, () => string> = {
          SUBSCRIBE: () => `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`,
          PUBLISH: () => `:${subscribers.size}\r\n`,
        };
        if (command === 'SUBSCRIBE') subscribers.add(socket);
        if (command === 'PUBLISH') {
          for (const each of subscribers) each.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(text)}`);
        }
        socket.write((answers[command] ?? (() => '+OK\r\n'))());
      }
    });
  });
}

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

function commandsOf(sent: string): string[][] {
  return sent
    .split(/^\*\d+\r\n/m)
    .filter((part) => part !== '')
    .map((part) => part.split('\r\n').filter((line, index) => index % 2 === 1 && line !== ''))
    .map(([command = '', ...rest]) => [command.toUpperCase(), ...rest]);
}
