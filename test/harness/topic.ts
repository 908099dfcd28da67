import { makeChannel } from './channel.ts'
import type { TestOrganization } from './index.ts'
import type { Person } from './person.ts'

/** A topic in a channel of some people, as tests in the browser begin: nothing is written there yet. */
export async function makeTopic({ org }: Pick<TestOrganization, 'org'>, people: Person[], topic = 'release') {
  const channel = 'design'
  const id = await makeChannel(org, channel, people)
  return {
    id,
    /** Where the web client shows it. */
    hash: `#narrow/channel/${id}-${channel}/topic/${topic}`,
    /** The last of the people writes there, unless somebody else does; answers the message's id. */
    async say(content: string, by = people.at(-1) as Person): Promise<number> {
      return await by.sends(content, { channel: id, topic })
    },
  }
}
