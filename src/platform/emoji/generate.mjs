// Writes emoji.generated.json: { emoji code: [names, canonical first] }.
// Run after an update of emojibase-data: node src/platform/emoji/generate.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const read = (name) => JSON.parse(readFileSync(require.resolve(`emojibase-data/en/${name}.json`), 'utf8'))

/**
 * Names on which clients of the public API rely and which no shortcode set of emojibase gives, or gives to another
 * emoji (`smile` is the slightly smiling face there). The first name of a line is the canonical one.
 */
const preferred = {
  '1f642': 'smile slight_smile simple_smile',
  '1f600': 'grinning happy',
  '1f603': 'smiley',
  '1f604': 'big_smile',
  '1f601': 'grinning_face_with_smiling_eyes',
  '1f606': 'laughing lol',
  '1f923': 'rolling_on_the_floor_laughing rofl',
  '263a': 'smiling_face relaxed',
  '1f643': 'upside_down oops',
  '1f60d': 'heart_eyes in_love',
  '1f618': 'heart_kiss blow_a_kiss',
  '1f61c': 'stuck_out_tongue_wink',
  '1f61b': 'stuck_out_tongue mischievous',
  '1f917': 'hug arms_open',
  '1f913': 'nerd geek',
  '1f614': 'pensive tired',
  '1f615': 'oh_no half_frown confused',
  '1f641': 'frown slight_frown',
  2639: 'sad big_frown',
  '1f628': 'fear scared shock',
  '1f636': 'speechless no_mouth',
  '1f610': 'neutral',
  '1f644': 'rolling_eyes',
  '1f914': 'thinking',
  '1f92f': 'exploding_head mind_blown',
  '1f44d': '+1 thumbs_up like',
  '1f44e': '-1 thumbs_down',
  '1f44c': 'ok',
  '270c': 'peace_sign victory',
  '1f44f': 'clap applause',
  '1f64c': 'raised_hands praise',
  '1f64f': 'pray welcome thank_you namaste',
  '1f44b': 'wave hello hi',
  '1f4aa': 'muscle',
  '1f91e': 'fingers_crossed',
  '270d': 'writing',
  '1f926': 'face_palm',
  '1f926-200d-2642': 'man_facepalming',
  '1f937': 'shrug',
  2705: 'check all_good approved',
  2714: 'check_mark',
  '274c': 'cross_mark incorrect wrong',
  '1f6e0': 'working_on_it hammer_and_wrench tools',
  2764: 'heart love love_you',
  '1f50d': 'search find magnifying_glass',
  '1f4a1': 'light_bulb bulb idea',
  '2b06': 'up',
  '2b07': 'down',
  '27a1': 'right',
  '2b05': 'left',
  '1f697': 'car',
  '1f382': 'birthday',
  '1f37a': 'beer',
  '1f37b': 'beers',
  '1f64b': 'raising_hand',
  '1f534': 'red_circle',
  '26a0': 'warning caution danger',
  '1f6a7': 'construction wip',
  '1f4ac': 'umm speech_balloon',
  '1f389': 'tada',
  '1f525': 'fire lit hot flame',
  '1f6d1': 'stop_sign octagonal_sign',
}

// Order decides who keeps a name that two sets give to different emoji.
const sets = ['iamcal', 'github', 'joypixels', 'emojibase', 'cldr'].map((name) => read(`shortcodes/${name}`))

const codeOf = (hexcode) => hexcode.toLowerCase().replace(/-fe0f/g, '')
const clean = (name) =>
  name === '+1' || name === '-1'
    ? name
    : name
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/-/g, '_')
const usable = (name) => /^[a-z0-9_+-]+$/.test(name)

// Without the loose regional letters and the components (skin tones, hair).
const emoji = read('data')
  .filter((e) => e.group !== undefined && e.group !== 2)
  .map((e) => ({ hexcode: e.hexcode, code: codeOf(e.hexcode) }))
const known = new Set(emoji.map((e) => e.code))

const ownerOf = new Map()
const namesOf = new Map(emoji.map((e) => [e.code, []]))
function claim(code, name) {
  if (!usable(name) || ownerOf.has(name)) return
  ownerOf.set(name, code)
  namesOf.get(code).push(name)
}

for (const [code, names] of Object.entries(preferred)) {
  if (!known.has(code)) throw new Error(`unknown code ${code}`)
  for (const name of names.split(' ')) {
    if (ownerOf.has(name)) throw new Error(`${name} is preferred twice`)
    claim(code, name)
  }
}
for (const set of sets) {
  for (const { hexcode, code } of emoji) {
    for (const name of [set[hexcode] ?? set[hexcode.replace(/-FE0F/g, '')] ?? []].flat()) claim(code, clean(name))
  }
}

const lines = [...namesOf]
  .filter(([, names]) => names.length > 0)
  .map(([code, names]) => `${JSON.stringify(code)}:${JSON.stringify(names)}`)
writeFileSync(new URL('./emoji.generated.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} emoji, ${ownerOf.size} names`)
