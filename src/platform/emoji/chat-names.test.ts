import { assert, test } from '#test'
import { withEmoji } from './chat-names.ts'

test('names of other chats become their emoji, and everything else stays', () => {
  for (const [text, expected] of [
    [':white_check_mark: done :thinking_face:', '✅ done 🤔'],
    [':flag-us::dog::smile:', '🇺🇸🐶😄'],
    ['hello :+1::skin-tone-4:!', 'hello 👍!'],
    ['日本:dog:語', '日本🐶語'],
    [':wave_medium_dark_skin_tone: hi', '👋 hi'],
    ['app:lock:1 a:b:dog:', 'app:lock:1 a:b:dog:'],
    ['at 10:30:45, 1:100:2, :100:', 'at 10:30:45, 1:100:2, 💯'],
    [':no_such_name: ::: :constructor: :__proto__:', ':no_such_name: ::: :constructor: :__proto__:'],
  ] as const)
    assert.equal(withEmoji(text), expected)
  assert.equal(
    withEmoji(':dog: :cat:', (name) => name === 'dog'),
    ':dog: 🐱',
  )
})

test('malicious texts with colons are handled quickly', () => {
  for (const part of [':', ':a', ':dog', 'a:', `:${'a'.repeat(99)}`])
    assert.ok(withEmoji(part.repeat(Math.ceil(1_000_000 / part.length))).length > 0)
})
