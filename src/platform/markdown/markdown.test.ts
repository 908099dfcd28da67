import { expect, test } from 'vitest'
import { renderMarkdown } from './index.ts'

const ctx = { realmUrl: 'https://chat.example.org' }
test('try', () => {
  for (const t of [
    'hi *there* **you** _no_ ~~x~~ `a<b`\nnew',
    '# H\n- a\n  - b\n- c\n\n1. x\n  - y\n2. z',
    '> q\nlazy\n\nafter',
    '```python\ndef f(x):\n  """a\n  b"""\n  return "x" # c\n```',
    '```quote\nhi\n```py\nx=1\n```\nstill\n```\nout',
    '```spoiler **Head** er\nhidden\n```',
    '$$x^2$$ $$$ $$\\bad$$',
    '```math\n\\int\n```',
    'see https://x.org/a_(b), (http://y.org) and example.com/foo. a@b.org <https://z.org> [t](google.com) [e](javascript:x) [n](#narrow/x)',
    '| a | b |\n|:--|--:|\n| 1 | 2 |',
    ':smile: 😀 :nope: ❤️ <time:2024-01-01T10:00:00+01:00> <time:x>',
    'https://x.org/a.png',
    '[pic](/user_uploads/2/ab/c.png) x',
    '![pic](/user_uploads/2/ab/c.png) x',
    '    indented\n    code',
    '/me waves',
  ])
    console.log(t, '\n=>', renderMarkdown(t, ctx).html, '\n')
  expect(1).toBe(1)
})
