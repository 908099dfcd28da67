import type { Endpoint, Shape, UserId } from '#contract'
import { neededScope, type ParamsOf, z } from '#contract'
import type { OwnCalls, TokenInUse } from '#platform/serve'

export interface Tool<I extends Shape = Shape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: I
  /** The endpoints it calls, which decide which tokens can use it. */
  readonly uses: readonly Endpoint[]
  readonly onlyReads: boolean
  /** Works outside of channels: not for tokens limited to some. */
  readonly isOutside?: true
  run(calls: OwnCalls, input: ParamsOf<I>, own: UserId): Promise<Record<string, unknown>>
}

type Declared<I extends Shape> = Omit<Tool<I>, 'name' | 'uses' | 'onlyReads'> & { readonly uses: readonly unknown[] }

/** Declares a tool; the other properties follow from the endpoints. */
export function tool<const I extends Shape>(name: string, declared: Declared<I>): Tool {
  const uses = declared.uses as readonly Endpoint[]
  const onlyReads = uses.every((one) => neededScope(one) === 'read')
  return { ...declared, name, uses, onlyReads } as unknown as Tool
}

export function isFor({ uses, isOutside }: Tool, token: TokenInUse | undefined): boolean {
  if (!token) return true
  if (isOutside && token.onlyChannels) return false
  return uses.every((one) => {
    const scope = neededScope(one)
    return scope !== 'never' && scope !== 'open' && token.scopes.has(scope) && (one.inChannels || !token.onlyChannels)
  })
}

const maxListed = 100
export const limit = z.int().min(1).max(maxListed).default(30).describe(`At most so many, up to ${maxListed}`)
export const channel = z
  .union([z.int(), z.string().min(1).max(60)])
  .describe('The channel, by its id or its exact name, without #')
export const topic = z.string().max(200).describe('The topic, by its exact name')
export const people = z
  .array(z.int())
  .min(1)
  .max(100)
  .describe('User ids of the people, without the own one; list_people tells them')
export const content = z.string().min(1).max(10_000).describe('Markdown')
export const at = z.iso
  .datetime({ offset: true })
  .describe('When, in ISO 8601 with its offset from UTC: 2027-01-04T09:00:00+01:00')

export const secondsOf = (time: string): number => Math.floor(Date.parse(time) / 1000)
