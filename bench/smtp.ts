import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { percentile, type Row } from './row.ts'

const idleConnections = 60
const greetings = 20
const maxMs = 250

/** Opens connections to the mail listener that never say anything, and measures how long another address waits to be heard. */
export async function benchIdleMail(port: number): Promise<Row> {
  const open = (localAddress: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    return socket
  }
  const idle = Array.from({ length: idleConnections }, () => open('127.0.0.2'))
  await Promise.all(idle.map((socket) => once(socket, 'data')))
  const times: number[] = []
  for (let count = 0; count < greetings; count++) {
    const begun = performance.now()
    const socket = open('127.0.0.3')
    const [words] = (await once(socket, 'data')) as [Buffer]
    if (!words.toString('latin1').startsWith('220')) throw new Error(`the listener says ${words.toString('latin1')}`)
    socket.write('EHLO outside.example\r\n')
    await once(socket, 'data')
    times.push(performance.now() - begun)
    socket.destroy()
  }
  for (const socket of idle) socket.destroy()
  return {
    what: `${idleConnections} idle SMTP connections from one address: p99 of ${greetings} greetings to another`,
    value: percentile(
      times.sort((a, b) => a - b),
      0.99,
    ),
    unit: 'ms',
    atMost: maxMs,
  }
}
