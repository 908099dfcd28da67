import { assert, test } from 'vitest'
import { writesSign } from './written-keys.ts'

test('keys that produce a character are recognized in any script', () => {
  for (const key of ['e', 'E', '?', '*', 'ß', 'Ω', 'й', 'é', 'e\u0301', 'ක්‍ෂ', 'பொ', 'لا', 'ij', '😀', '👩‍🚀', ' '])
    assert.isTrue(writesSign(key), key)
  for (const key of ['Enter', 'Escape', 'ArrowLeft', 'F5', 'F12', 'Home', 'Ctrl+k', 'Ctrl+z', 'MediaPlayPause'])
    assert.isFalse(writesSign(key), key)
})
