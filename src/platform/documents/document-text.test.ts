import { assert, test } from '#test'
import { pdf, pdfBomb } from '../../../test/harness/pdf.ts'
import { textIn } from './index.ts'

const type = 'application/pdf'

test('a PDF that unpacks to more than the memory limit has no text', async () => {
  assert.equal((await textIn(type, pdf('dragonfruit'))).trim(), 'dragonfruit')
  assert.equal((await textIn(type, pdfBomb('dragonfruit', 16))).trim(), 'dragonfruit')
  const bomb = pdfBomb('dragonfruit', 450)
  assert.ok(bomb.length < 2 ** 20)
  assert.equal(await textIn(type, bomb), '')
})
