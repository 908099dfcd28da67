import { randomBytes } from 'node:crypto'
import { type UserId, z } from '#contract'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { passkeyRefused } from './api.ts'
import * as store from './store.ts'

const lifeMs = 5 * 60_000

/** A signature is valid for one purpose only. */
export type Purpose = 'register' | 'sign in' | 'second step'

/** Creates a challenge; `userId` limits it to one user's devices. */
export async function newChallenge(
  { tx, org, now }: Mutation,
  purpose: Purpose,
  userId: UserId | null,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + lifeMs)
  await store.keepChallenge(
    tx,
    { challenge_hash: hashToken(challenge), org_id: org.id, user_id: userId, purpose, expires_at },
    now,
  )
  return challenge
}

/** Consumes a challenge in any case; throws if it's unknown, used, or for another purpose. */
export async function takeChallenge(
  { tx, org, now }: Mutation,
  challenge: string,
  purpose: Purpose,
  userId: UserId | null,
): Promise<boolean> {
  const row = await store.takeChallenge(tx, org.id, hashToken(challenge))
  return row !== undefined && row.purpose === purpose && row.user_id === userId && row.expires_at > now
}

const base64url = z
  .string()
  .max(10_000)
  .regex(/^[\w-]+$/)

const Answer = z.object({
  id: base64url.max(2_000),
  rawId: base64url.max(2_000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    userHandle: base64url.nullish(),
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})
export type Answer = z.infer<typeof Answer>

/** Parses a browser's response and the challenge it signed; throws if it's invalid. */
export function readAnswer(text: string): { answer: Answer; challenge: string } {
  try {
    const answer = Answer.parse(JSON.parse(text))
    const { challenge } = JSON.parse(Buffer.from(answer.response.clientDataJSON, 'base64url').toString())
    return { answer, challenge: z.string().max(200).parse(challenge) }
  } catch {
    throw passkeyRefused()
  }
}
