import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe } from 'vitest'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, freePort, test } from '#test'
import { fixFor } from '../src/command/doctor-fixes.ts'
import { livekit } from '../src/command/doctor-livekit.ts'
import { options } from '../src/command/options.ts'
import { hasLiveKit, LiveKitServer, withLiveKit } from './peers/livekit-server.ts'

type Config = Parameters<typeof livekit>[0]

const withOptions = (flags: Record<string, string>): Config => readConfig(options, flags, {}) as unknown as Config
const failure = (checking: Promise<unknown>): Promise<string> =>
  checking.then(
    () => assert.fail('it works'),
    ({ message }: Error) => message,
  )

test('doctor accepts all LiveKit options or none', async () => {
  assert.equal((await livekit(withOptions({}))).state, 'ok')
  const problem = await failure(livekit(withOptions({ livekitUrl: 'wss://livekit.loquat.test' })))
  assert.match(fixFor('LiveKit', problem) ?? '', /--livekit-api-key/)
})

test('doctor reports a LiveKit server that doesn’t respond', async () => {
  const problem = await failure(livekit(withOptions(LiveKitServer.flags(await freePort()))))
  assert.match(problem, /127\.0\.0\.1/)
  assert.match(fixFor('LiveKit', problem) ?? '', /UDP 7882/)
})

// LiveKit can't be started with a wrong clock
test('doctor reports a LiveKit server whose clock differs', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 120_000).toUTCString())
    response.end('{"rooms":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const problem = await failure(livekit(withOptions(LiveKitServer.flags(port))))
    assert.match(problem, /its clock differs by 1[12]\d seconds/)
    assert.match(fixFor('LiveKit', problem) ?? '', /set-ntp/)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

describe.skipIf(!hasLiveKit)(withLiveKit('with a LiveKit server'), () => {
  let port: number
  let server: LiveKitServer
  beforeAll(async () => {
    port = await freePort()
    server = await LiveKitServer.start({ port })
  })
  afterAll(() => server.stop())

  test('doctor accepts the API key, and warns of third-party STUN servers and missing TLS', async () => {
    const flags = LiveKitServer.flags(port)
    const { state, says } = await livekit(withOptions(flags))
    assert.equal(state, 'note')
    assert.match(says, /accepts the API key; .* third-party/)
    assert.match(fixFor('LiveKit', says) ?? '', /rtc\.stun_servers/)
    const own = await livekit(withOptions({ ...flags, stunUrl: 'stun:stun.example.com:3478' }))
    assert.equal(own.state, 'ok')
    const secure = await livekit(withOptions({ ...flags, url: 'https://chat.example.com' }))
    assert.match(fixFor('LiveKit', secure.says) ?? '', /wss:/)
  })

  test('doctor reports a rejected API key', async () => {
    const flags = { ...LiveKitServer.flags(port), livekitApiSecret: 'another secret with 32 characters' }
    const problem = await failure(livekit(withOptions(flags)))
    assert.match(problem, /it rejects the API key/)
    assert.match(fixFor('LiveKit', problem) ?? '', /livekit\.yaml/)
  })
})
