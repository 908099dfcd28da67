import { createRequire } from 'node:module'
import { assert } from '#test'

/** The public JavaScript client, as its package exports it. */
export type Reply = Record<string, unknown> & { result: string; msg: string }
export interface PublicClient {
  config: { apiKey: string }
  callEndpoint(path: string, method: string, params: object): Promise<Reply>
  users: {
    me: { getProfile(): Promise<Reply>; subscriptions: { add(params: object): Promise<Reply> } }
    create(params: object): Promise<Reply>
  }
  streams: {
    retrieve(params?: object): Promise<Reply>
    topics: { retrieve(params: object): Promise<Reply> }
    getStreamId(name: string): Promise<Reply>
  }
  messages: {
    send(params: object): Promise<Reply>
    retrieve(params: object): Promise<Reply>
    flags: { add(params: object): Promise<Reply> }
  }
  queues: { register(params: object): Promise<Reply>; deregister(params: object): Promise<Reply> }
  events: { retrieve(params: object): Promise<Reply> }
  server: { settings(): Promise<Reply> }
  typing: { send(params: object): Promise<Reply> }
  reactions: { add(params: object): Promise<Reply>; remove(params: object): Promise<Reply> }
}
type Options = { realm: string; username: string; password?: string; apiKey?: string }
export const connect: (options: Options) => Promise<PublicClient> = createRequire(import.meta.url)('zulip-js')

export const success = (reply: Reply): Reply => {
  assert.equal(reply.result, 'success', reply.msg)
  return reply
}
