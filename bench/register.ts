import { fillHistory } from './history.ts'
import { Connection, success } from './http.ts'
import type { Place } from './main.ts'
import { type Row, spread } from './row.ts'
import { seed } from './seed.ts'
import { ServerProcess } from './server.ts'

/** Registering with every capability, as a member of 35 channels with 33,000 real messages. */
export async function benchRegister(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const { readers } = await fillHistory(seeded, 1)
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const [reader] = readers
  const connection = await Connection.open(server.port, 'localhost', reader!.email, reader!.apiKey)
  const times: number[] = []
  let size = 0
  for (let round = 0; round < 70; round++) {
    const begun = performance.now()
    const body = await connection.post('/register', {
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: '{"empty_topic_name":true}',
    })
    if (round >= 20) times.push(performance.now() - begun)
    size = body.length
    success(body)
  }
  connection.close()
  await server.stop()
  return [
    ...spread('register with everything', times, { p50: 60 }),
    { what: 'size of the answer', value: size / 1024, unit: 'KiB' },
  ]
}
