/** Emoticons that become emoji for senders who ask for it: text -> emoji name. */
export const emoticons: Readonly<Record<string, string>> = {
  ':)': 'smile',
  ':-)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  ':-(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':-|': 'neutral',
  ':/': 'oh_no',
  ':-/': 'oh_no',
  ';)': 'wink',
  ';-)': 'wink',
  ':D': 'grinning',
  ':-D': 'grinning',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ':-P': 'stuck_out_tongue',
  ":'(": 'cry',
  ':O': 'open_mouth',
  ':o': 'open_mouth',
}

const escaped = Object.keys(emoticons)
  .sort((a, b) => b.length - a.length)
  .map((e) => e.replace(/[()|\\^$*+?.[\]{}/]/g, '\\$&'))

// Only between blanks: `f(:x)`, `http://` and `std::pair` hold no faces.
const pattern = new RegExp(`(?<!\\S)(?:${escaped.join('|')})(?!\\S)`, 'g')

export function findEmoticons(text: string): { start: number; end: number; name: string }[] {
  return Array.from(text.matchAll(pattern), (m) => ({
    start: m.index,
    end: m.index + m[0].length,
    name: emoticons[m[0]]!,
  }))
}
