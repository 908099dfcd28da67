import { makeChannel } from './channel.ts'
import type { TestOrganization } from './index.ts'
import type { Person } from './person.ts'

/** An empty topic in a channel of some people, for browser tests. */
export async function makeTopic({ org }: Pick<TestOrganization, 'org'>, people: Person[], topic = 'release') {
  const channel = 'design'
  const id = await makeChannel(org, channel, people)
  return {
    id,
    hash: `#narrow/channel/${id}-${channel}/topic/${topic}`,
    /** Sends a message there, by default as the last of the people; returns its ID. */
    async say(content: string, by = people.at(-1) as Person): Promise<number> {
      return await by.sends(content, { channel: id, topic })
    },
  }
}
