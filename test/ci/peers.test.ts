import { createServer, type Server, type Socket } from 'node:net'
import { test } from 'vitest'
import { assert } from '#test'
import { Connection } from '../../bench/http.ts'
import { table } from '../../bench/peers/table.ts'
import { XmppSession } from '../../bench/peers/xmpp.ts'

/** A server that answers each part of a conversation, one byte at a time. */
async function answering(answer: (asked: string) => string): Promise<{ port: number; server: Server }> {
  const server = createServer((socket: Socket) => {
    socket.setNoDelay(true)
    let sending = Promise.resolve()
    socket.on('data', (part) => {
      const bytes = Buffer.from(answer(String(part)))
      for (const byte of bytes)
        sending = sending.then(() => new Promise((resolve) => socket.write(Buffer.from([byte]), () => resolve())))
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, server }
}

const attribute = (asked: string, name: string) => new RegExp(` ${name}='([^']*)'`).exec(asked)?.[1]

function xmppAnswer(asked: string): string {
  if (asked.includes('<stream:stream')) return '<stream:stream><stream:features></stream:features>'
  if (asked.includes('<auth')) return "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"
  if (asked.includes('<bind')) return "<iq type='result' id='b'><bind><jid>me</jid></bind></iq>"
  if (asked.includes('<presence')) return "<presence><x><status code='110'/></x></presence>"
  const id = attribute(asked, 'id')
  if (asked.includes('refused')) return `<message type='error' id='${id}'><error/></message>`
  if (asked.includes('<body>')) return asked
  const result = '<message><result><forwarded><message><body>old</body></message></forwarded></result></message>'
  return `${result}${result}<iq type='result' id='${id}'><fin/></iq>`
}

test('an XMPP session sends, hears, and fetches messages that arrive in pieces', async () => {
  const { port, server } = await answering(xmppAnswer)
  const session = await XmppSession.open(port, 3)
  await session.enter()
  let heard = ''
  const polling = session.poll((body) => {
    heard += body
  })
  await session.send('1 < 2 & “ü”')
  assert.match(heard, /<body>1 &lt; 2 &amp; “ü”<\/body>/)
  assert.equal(await session.newest(), 2)
  assert.equal(await session.newest(), 2)
  await assert.rejects(session.send('refused'), /type='error'/)
  session.close()
  await polling
  server.close()
})

test('a connection reads chunked responses that arrive in pieces', async () => {
  const chunks = '{"a":"ü"}'.match(/.{1,4}/gsu) ?? []
  const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('')
  const { port, server } = await answering(
    () => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`,
  )
  const connection = await Connection.with(port, 'host: localhost\r\n', '')
  assert.equal(await connection.get('/'), '{"a":"ü"}')
  assert.equal(await connection.json('PUT', '/', { b: 1 }), '{"a":"ü"}')
  connection.close()
  server.close()
})

test('the table of servers has medians, and dashes for missing measurements', () => {
  const measure = (what: string, value: number) => ({ what, kind: 'time', unit: 'ms', value }) as const
  const results = new Map([
    ['a', [measure('x', 1), measure('x', 300), measure('x', 20)]],
    ['b', [measure('x', 4), measure('y', 0.5)]],
  ])
  assert.equal(
    table(['a', 'b'], results),
    '|  |  | a | b |\n|---|---|---|---|\n| x | ms | 20.0 | 4.00 |\n| y | ms | – | 0.50 |',
  )
})
