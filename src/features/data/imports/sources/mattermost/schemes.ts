import { type Fields, fieldIn, lineIn, textsIn } from '../../containers/fields.ts'
import type { ChannelRecord, Holders } from '../../records.ts'

const posting = 'create_post'

/** Permissions of channels: from a moderated channel's scheme, else the team's, else the server's. */
export class Schemes {
  readonly #schemes = new Map<string, Fields>()
  readonly #roles = new Map<string, Fields>()

  addScheme(scheme: Fields): void {
    this.#schemes.set(lineIn(scheme, 'name') ?? '', scheme)
  }

  addRole(role: Fields): void {
    this.#roles.set(lineIn(role, 'name') ?? '', role)
  }

  has(scheme: string): boolean {
    return this.#schemes.has(scheme)
  }

  /** Channel admins administer the channel here, and can post even if other members or guests can't. */
  permissions(
    { channel, team }: { channel: string | undefined; team: string | undefined },
    caretakers: readonly string[],
  ): ChannelRecord['permissions'] {
    const own: Holders = { people: caretakers, groups: [], roles: [] }
    const roles = this.#posting(channel, team)
    return {
      ...(caretakers.length > 0 ? { can_administer_channel_group: own } : {}),
      ...(roles ? { can_send_message_group: { ...own, roles } } : {}),
    }
  }

  /** Undefined if everyone can post. A missing scheme may exclude guests, and a missing channel scheme everyone. */
  #posting(channel: string | undefined, team: string | undefined): Holders['roles'] | undefined {
    const name = channel ?? team
    const scheme = name === undefined ? undefined : this.#schemes.get(name)
    if (name !== undefined && !scheme) return channel === undefined ? ['members'] : []
    const can = (who: string) => {
      const role = scheme ? fieldIn(scheme, `default_channel_${who}_role`) : this.#roles.get(`channel_${who}`)
      return (!scheme && !role) || textsIn(role, 'permissions').includes(posting)
    }
    if (!can('user')) return []
    return can('guest') ? undefined : ['members']
  }
}
