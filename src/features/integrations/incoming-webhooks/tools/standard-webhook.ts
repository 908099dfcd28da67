import { createHmac } from 'node:crypto'
import { missing, momentOf, same, unlessStale, type Verification, wrong } from './signatures.ts'

/** Prefix of a base64 key in the secret. */
const mark = 'whsec_'

/** As in standardwebhooks.com: a base64 HMAC of the id, the time, and the body; several are separated by spaces. */
export const standardWebhook: Verification = {
  about: 'HMAC-SHA-256 in `webhook-signature`, with the time in `webhook-timestamp`',
  check({ header, body, now }, secret) {
    const [id, time, codes] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
    if (id === '' || time === '' || codes === '') return missing
    const key = secret.startsWith(mark) ? Buffer.from(secret.slice(mark.length), 'base64') : secret
    const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body])
    const expected = createHmac('sha256', key).update(signed).digest('base64')
    if (!codes.split(' ', 20).some((one) => same(one, `v1,${expected}`))) return wrong
    return unlessStale(momentOf(time), now, signed)
  },
}
