import { createHmac } from 'node:crypto'
import { missing, momentOf, same, unlessStale, type Verification, wrong } from './signatures.ts'

/** Prefix of a base64 key in the secret. */
const mark = 'whsec_'

interface Post {
  readonly id: string
  /** In UNIX seconds. */
  readonly time: string
  readonly body: Buffer
}

const signedBy = ({ id, time, body }: Post): Buffer => Buffer.concat([Buffer.from(`${id}.${time}.`), body])

/** The value of `webhook-signature`. */
export function standardSignature(secret: string, post: Post): string {
  const key = secret.startsWith(mark) ? Buffer.from(secret.slice(mark.length), 'base64') : secret
  return `v1,${createHmac('sha256', key).update(signedBy(post)).digest('base64')}`
}

/** As in standardwebhooks.com: a base64 HMAC of the id, the time, and the body; several are separated by spaces. */
export const standardWebhook: Verification = {
  about: 'HMAC-SHA-256 in `webhook-signature`, with the time in `webhook-timestamp`',
  check({ header, body, now }, secret) {
    const [id, time, codes] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
    if (id === '' || time === '' || codes === '') return missing
    const expected = standardSignature(secret, { id, time, body })
    if (!codes.split(' ', 20).some((one) => same(one, expected))) return wrong
    return unlessStale(momentOf(time), now, signedBy({ id, time, body }))
  },
}
