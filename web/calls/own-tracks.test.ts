import { afterEach, assert, beforeEach, test, vi } from 'vitest'
import { stubPageGlobals } from '../../test/harness/page-globals.ts'

stubPageGlobals()
const { isHeld, ownCall, problems, sending } = await import('./call-state.ts')
const { chooseDevice, followPushToTalk, hold, stopTracks, toggle } = await import('./own-tracks.ts')
const { keepPushToTalk } = await import('./push-to-talk.ts')
vi.unstubAllGlobals()

class FakeTrack {
  readyState = 'live'
  enabled = true
  onended: (() => void) | null = null
  readonly label: string
  constructor(label: string) {
    this.label = label
  }
  stop() {
    this.readyState = 'ended'
  }
}

type Constraint = { deviceId?: { exact: string } }

let tracks: FakeTrack[]
/** Answers to the requests for a device, in their order. */
let answers: (() => void)[]
let told: string[]
let failure: string | undefined

const live = () => tracks.filter(({ readyState }) => readyState === 'live')
const settle = () => vi.advanceTimersByTimeAsync(0)
async function answerAll(): Promise<void> {
  await settle()
  for (let answer = answers.shift(); answer; answer = answers.shift()) {
    answer()
    await settle()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[tracks, answers, told, failure] = [[], [], [], undefined]
  const getUserMedia = ({ audio, video }: { audio?: Constraint; video?: Constraint }) =>
    new Promise((resolve, reject) => {
      answers.push(() => {
        if (failure) return reject(Object.assign(new Error(), { name: failure }))
        const track = new FakeTrack((audio ?? video)?.deviceId?.exact ?? 'default')
        tracks.push(track)
        resolve({ getTracks: () => [track] })
      })
    })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: URLSearchParams }) => {
    told.push(String(body))
    return new Response('{"result": "success", "msg": ""}')
  })
  ownCall.value = { callId: 1, sessionId: 'a'.repeat(22) }
})
afterEach(() => {
  stopTracks()
  keepPushToTalk(false)
  ownCall.value = undefined
  problems.value = new Map()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('pressing a key several times opens one microphone and one camera', async () => {
  for (const kind of ['microphone', 'camera', 'microphone', 'camera', 'microphone'] as const) void toggle(kind)
  await answerAll()
  assert.equal(tracks.length, 2)
  assert.deepEqual([...sending.value.keys()].sort(), ['camera', 'microphone'])
  await toggle('microphone')
  await toggle('camera')
  assert.deepEqual(live(), [])
})

test('a microphone that opens after the call has ended is closed', async () => {
  void toggle('microphone')
  await settle()
  ownCall.value = { callId: 2, sessionId: 'b'.repeat(22) }
  await answerAll()
  assert.equal(tracks.length, 1)
  assert.deepEqual([live(), sending.value.size], [[], 0])
})

test('push to talk opens one microphone, and reports it once for quick presses', async () => {
  keepPushToTalk(true)
  for (const isDown of [true, false, true, false, true]) hold(isDown)
  await answerAll()
  assert.equal(tracks.length, 1)
  assert.deepEqual([isHeld.value, sending.value.has('microphone'), told.length], [true, true, 1])
  for (const isDown of [false, true, false]) hold(isDown)
  await settle()
  assert.deepEqual([sending.value.size, tracks[0]?.enabled, told.length], [0, false, 1])
  await vi.advanceTimersByTimeAsync(1_000)
  assert.deepEqual(told, ['audio=true', 'audio=false'])
  keepPushToTalk(false)
  followPushToTalk()
  assert.deepEqual(live(), [])
})

test('with push to talk, a microphone turned on by its button stays on', async () => {
  keepPushToTalk(true)
  void toggle('microphone')
  await answerAll()
  hold(true)
  hold(false)
  await settle()
  assert.deepEqual([sending.value.has('microphone'), isHeld.value], [true, false])
  await toggle('microphone')
  assert.deepEqual(live(), [])
})

test('the device chosen last is used, and the others are closed', async () => {
  void toggle('microphone')
  await answerAll()
  void chooseDevice('microphone', 'one')
  void chooseDevice('microphone', 'two')
  await answerAll()
  assert.deepEqual(
    live().map(({ label }) => label),
    ['two'],
  )
  assert.equal(sending.value.get('microphone')?.label, 'two')
  await toggle('microphone')
  void chooseDevice('microphone', undefined)
})

test('a microphone that stops says why no other one took its place', async () => {
  void toggle('microphone')
  await answerAll()
  failure = 'NotReadableError'
  tracks[0]?.stop()
  tracks[0]?.onended?.()
  await answerAll()
  assert.equal(problems.value.get('microphone'), 'busy')
  assert.equal(sending.value.size, 0)
})
