import { constants, deflateRawSync } from 'node:zlib'

/** A PDF of one page with one line. */
export const pdf = (line: string): Buffer => withContent(Buffer.from(shown(line)))

const shown = (line: string) => `BT /F1 12 Tf 20 100 Td (${line}) Tj ET`

/** A small PDF that decompresses to many MiB of spaces and one line. */
export function pdfBomb(line: string, mebibytes: number): Buffer {
  const { Z_FULL_FLUSH, Z_FINISH } = constants
  // a block without back-references can be repeated
  const block = deflateRawSync(Buffer.alloc(2 ** 20, ' '), { level: 9, finishFlush: Z_FULL_FLUSH })
  const last = deflateRawSync(shown(line), { finishFlush: Z_FINISH })
  const blocks = Array.from({ length: mebibytes }, () => block)
  return withContent(
    Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, last, Buffer.alloc(4)]),
    '/Filter /FlateDecode',
  )
}

function withContent(content: Buffer, filter = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} ${filter} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `xref\n0 6\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return Buffer.from(text + end, 'latin1')
}
