/** Emoticons that become emoji for senders who turned that on, as other clients translate them: text -> emoji name. */
export const emoticons: Readonly<Record<string, string>> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

const faces = Object.keys(emoticons).map((face) => face.replace(/[()|/]/g, '\\$&'))

/** Allowed around an emoticon: `well :).` and `(or so :D)` have one, `f(:x)` and `http://` don't. */
const BESIDE = '\\s,.;?!()\\[\\]"\''
const pattern = new RegExp(`(?<![^${BESIDE}])(?:${faces.join('|')})(?![^${BESIDE}])`, 'g')

export function findEmoticons(text: string): { start: number; end: number; name: string }[] {
  return Array.from(text.matchAll(pattern), (m) => ({
    start: m.index,
    end: m.index + m[0].length,
    name: emoticons[m[0]]!,
  }))
}
