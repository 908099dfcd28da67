import { workingTree } from '../against/build.ts'
import { connect, type Member, prepareSide } from '../against/side.ts'
import { newest, targetOf } from '../against/workloads.ts'
import { listen, type PollingClient } from '../live.ts'
import { countOf, type Peer } from './peer.ts'

const inRoom = { operator: 'channel', operand: 'channel 0' }

/** A client with an event stream, like Loquat's web client. */
async function streaming(port: number, member: Member): Promise<PollingClient> {
  const client = await listen(port, member)
  let running = true
  return {
    async poll(heard) {
      // the server ends each stream after a while
      while (running) await client.stream(heard)
    },
    stop() {
      running = false
      client.stop()
    },
  }
}

export const loquat = (name: string, usesPostgres: boolean): Peer => ({
  name,
  usesPostgres,
  isInstalled: () => true,
  async install({ people, databaseUrl }) {
    const side = await prepareSide(workingTree(), { members: people, messages: 0 }, databaseUrl)
    return {
      async start() {
        const { server } = await side.start()
        await fetch(`http://127.0.0.1:${server.port}/api/v1/server_settings`).then((reply) => reply.json())
        return {
          pid: server.pid,
          listen: (person) => streaming(server.port, side.members[person] as Member),
          sender: targetOf({ side, server }).sender,
          async reader(person) {
            const connection = await connect(server.port, side.members[person] as Member)
            const fetched = async (narrow: unknown[]) =>
              countOf(await connection.get(newest(narrow)), '"sender_email":')
            return {
              newest: () => fetched([inRoom]),
              search: (word) => fetched([inRoom, { operator: 'search', operand: word }]),
              close: () => connection.close(),
            }
          },
          stop: () => server.stop(),
        }
      },
      // done by prepareSide
      fill: async () => {},
    }
  },
})
