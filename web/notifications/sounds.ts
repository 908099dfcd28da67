/** One tone of a sound: when it begins, how high it is in Hz, how long it fades and how loud it is. */
interface Tone {
  readonly at: number
  readonly pitch: number
  readonly fades: number
  readonly volume: number
}

const bell = (at: number, pitch: number, fades: number, volume: number): readonly Tone[] => [
  { at, pitch, fades, volume },
  // what makes a bell of a whistle
  { at, pitch: pitch * 2.76, fades: fades * 0.4, volume: volume * 0.25 },
]

/** The sounds that the API names, as tones: nothing has to be loaded. */
const sounds: Readonly<Record<string, readonly Tone[]>> = {
  chime: [...bell(0, 1047, 0.9, 0.2), ...bell(0.16, 1319, 0.9, 0.2), ...bell(0.32, 1568, 1.2, 0.2)],
  ding: bell(0, 1760, 0.8, 0.3),
  zulip: [...bell(0, 784, 0.35, 0.25), ...bell(0.11, 1175, 0.6, 0.25)],
}

let context: AudioContext | undefined
/** A context that runs keeps the machine's sound awake, whether there is something to hear or not. */
const restMs = 3_000
let resting: ReturnType<typeof setTimeout> | undefined

/** Whether this page may ring: browsers allow it where somebody has pressed something. */
const canRing = (): boolean => navigator.userActivation?.hasBeenActive ?? true

/** Of what comes at once, one rings. */
const pauseMs = 700
let lastRung = Number.NEGATIVE_INFINITY

/** Plays a sound, and says whether it could. */
export async function play(name: string): Promise<boolean> {
  const tones = Object.hasOwn(sounds, name) ? (sounds[name] as readonly Tone[]) : undefined
  if (!tones) return true
  if (!canRing() || !('AudioContext' in globalThis)) return false
  context ??= new AudioContext()
  if (context.state === 'suspended') await context.resume()
  if (context.state !== 'running') return false
  if (performance.now() - lastRung < pauseMs) return true
  lastRung = performance.now()
  const begin = context.currentTime + 0.02
  for (const tone of tones) playTone(context, tone, begin)
  clearTimeout(resting)
  resting = setTimeout(() => void context?.suspend(), restMs)
  // for tests: nobody hears them
  performance.mark('rings', { detail: name })
  return true
}

function playTone(to: AudioContext, { at, pitch, fades, volume }: Tone, begin: number): void {
  const [wave, gain] = [to.createOscillator(), to.createGain()]
  wave.frequency.value = pitch
  gain.gain.setValueAtTime(0.0001, begin + at)
  gain.gain.exponentialRampToValueAtTime(volume, begin + at + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + at + fades)
  wave.connect(gain).connect(to.destination)
  wave.start(begin + at)
  wave.stop(begin + at + fades)
}

/** In one of the tabs that were asked to, if any of them may. */
export const playOnce = (name: string): Promise<void> =>
  navigator.locks.request('loquat rings', { ifAvailable: true }, async (lock) => {
    if (lock && (await play(name))) await new Promise((resolve) => setTimeout(resolve, 500))
  })
