import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, test } from 'vitest'
import { projectRoot } from '#platform/config'
import { isForged, parseAuthentication } from './authentication.ts'
import { type ReadMail, readMail, type Wish } from './index.ts'
import { invitationsIn } from './invitation.ts'
import { attributionAt, isAppSignature, isForwardMark, isOriginalMark, mentionsForward } from './quotation-marks.ts'
import { subjectOf } from './subject.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-mail-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const wish: Wish = { prefersHtml: false, keepsQuotes: false, keepsSignature: false, answersMessage: false }

async function read(name: string, ...wishes: Partial<Wish>[]): Promise<ReadMail> {
  const file = join(projectRoot, `test/fixtures/mails/${name}.eml`)
  const all = wishes.length > 0 ? wishes : [{}]
  const mail = await readMail({ file, folder, wishes: all.map((one) => ({ ...wish, ...one })) })
  assert.ok(mail, name)
  return mail
}
const textOf = async (name: string, more: Partial<Wish> = {}) => (await read(name, more)).texts[0]

/** The text of a mail with these headers, besides its sender. */
async function textSent(headers: string, body: string, more: Partial<Wish> = {}): Promise<string | undefined> {
  const file = join(folder, 'sent.eml')
  await writeFile(file, `From: grace@outside.example\n${headers}\n\n${body}\n`)
  return (await readMail({ file, folder, wishes: [{ ...wish, ...more }] }))?.texts[0]
}
const plainReply = 'Subject: Re: Tea\nContent-Type: text/plain; charset=utf-8'

test('a plain mail is read without subject prefixes and signature', async () => {
  const mail = await read('plain', {}, { keepsSignature: true })
  assert.equal(mail.subject, 'Blumen für den Hof')
  assert.deepEqual(mail.from, { name: 'Grace Hopper', address: 'grace@outside.example' })
  assert.equal(mail.automatic, null)
  assert.equal(mail.texts[0], 'Grüße aus dem Garten.\n\nDie Rosen blühen.')
  assert.match(mail.texts[1] ?? '', /\+49 30 1234567$/)
})

test("replies in five languages keep only the sender's text", async () => {
  assert.equal(await textOf('gmail-reply-en'), "Yes, at five o'clock. I bring *scones*.")
  assert.equal(await textOf('outlook-reply-de'), 'Ja, um fünf. Ich bringe Kuchen mit.')
  assert.equal(await textOf('apple-reply-fr'), 'Oui, à cinq heures. J’apporte un gâteau.')
  assert.equal(await textOf('gmail-reply-es'), 'Sí, a las cinco. ¡Llevo un pastel!')
  assert.equal(await textOf('gmail-reply-ar'), 'نعم، في الخامسة. سأحضر كعكة.')
})

test('HTML replies become Markdown without quotations', async () => {
  const html = { prefersHtml: true }
  assert.equal(await textOf('gmail-reply-en', html), "Yes, at five o'clock. I bring **scones**.")
  assert.equal(await textOf('outlook-reply-de', html), 'Ja, um fünf. Ich bringe **Kuchen** mit.')
  const news = await textOf('html')
  assert.equal(
    news,
    '## Harvest\n\nThis week we have **loquats** and *quinces*, see [the list](https://outside.example/list?a=1).\n\n-   Loquats: 3 kg\n-   Quinces: 5 kg\n\nClick',
  )
})

test('keepsQuotes keeps quotations', async () => {
  assert.match((await textOf('gmail-reply-en', { keepsQuotes: true })) ?? '', /wrote:\n\n> #garden > tea/)
  assert.match((await textOf('gmail-reply-en', { keepsQuotes: true, prefersHtml: true })) ?? '', /> Tea\?/)
})

test('attributions in more languages are removed with their quotations', async () => {
  const attributions = [
    'Op ma 23 nov. 2026 om 10:00 schreef Ada <ada@acme.example>:',
    'Il giorno lun 23 nov 2026 alle ore 10:00 Ada <ada@acme.example> ha scritto:',
    'pon., 23 lis 2026 o 10:00 Ada <ada@acme.example> napisał(a):',
    'W dniu 23.11.2026 o 10:00, Ada pisze:',
    'Em seg., 23 de nov. de 2026 às 10:00, Ada <ada@acme.example> escreveu:',
    'пн, 23 нояб. 2026 г. в 10:00, Ada <ada@acme.example>:',
    '23.11.2026 10:00, Ada пишет:',
    'Ada (ada@acme.example) kirjoitti 23.11.2026 kello 10.00:',
    'Den man. 23. nov. 2026 kl. 10.00 skrev Ada <ada@acme.example>:',
    '---- On Mon, 23 Nov 2026 10:00:00 +0100 Ada <ada@acme.example> wrote ----',
    'pon., 23 lis 2026 o 10:00 Ada\n<ada@acme.example> napisał(a):',
  ]
  for (const attribution of attributions) {
    assert.equal(await textSent(plainReply, `At five.\n\n${attribution}\n> Tea?\n> When?`), 'At five.', attribution)
    assert.equal(await textSent(plainReply, `At five.\n\n${attribution}\n\nTea?\nWhen?`), 'At five.', attribution)
  }
  const blocks = [
    '________________________________\nVan: Ada\nVerzonden: maandag\nAan: Grace\nOnderwerp: Tea',
    'Da: Ada\nInviato: lunedì\nA: Grace\nOggetto: Tea',
    'Od: Ada\nWysłano: poniedziałek\nDo: Grace\nTemat: Tea',
    'De: Ada\nEnviado: segunda\nPara: Grace\nAssunto: Tea',
    'От: Ada\nОтправлено: понедельник\nКому: Grace\nТема: Tea',
    'Lähettäjä: Ada\nLähetetty: maanantai\nVastaanottaja: Grace\nAihe: Tea',
    'Fra: Ada\nSendt: mandag\nTil: Grace\nEmne: Tea',
    'Date: Mon, 23 Nov 2026\nFrom: ada@acme.example\nTo: grace@outside.example\nSubject: Tea',
    '-----Oprindelig meddelelse-----\nFra: Ada',
  ]
  for (const block of blocks)
    assert.equal(await textSent(plainReply, `At five.\n\n${block}\n\nTea?`), 'At five.', block)
})

test('headers and rules in a mail that answers nothing are its own text', async () => {
  const first = 'Subject: Trip\nContent-Type: text/plain; charset=utf-8'
  const plan = 'The plan.\n\nFrom: Rome\nTo: Paris\nDate: Monday\nSubject: Trains\n\nWho comes?'
  assert.equal(await textSent(first, plan), plan)
  assert.equal(await textSent(`${first}\nIn-Reply-To: <x@localhost>`, plan), 'The plan.')
  assert.equal(await textSent(first, plan, { answersMessage: true }), 'The plan.')
  const rule = '<p>Above</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p>Below</p></div>'
  const html = 'Subject: Trip\nContent-Type: text/html; charset=utf-8'
  assert.equal(await textSent(html, rule), 'Above\n\nBelow')
  assert.equal(await textSent(`${html}\nReferences: <x@localhost>`, rule), 'Above')
})

test('long lines, subjects, and marks are read in linear time', async () => {
  const times = 100_000
  const lines = [
    `--forwarded by ${'-'.repeat(times)}x`,
    `${'переслан'.repeat(times / 8)}!`,
    `${']('.repeat(times / 2)}!`,
    `- ${' '.repeat(times)}!`,
  ]
  const before = process.cpuUsage()
  for (const line of lines) {
    assert.ok(!isForwardMark(line) && !isOriginalMark(line) && !isAppSignature(line))
    assert.ok(!mentionsForward(line))
    assert.equal(attributionAt([line, line], 0), 0)
  }
  assert.equal(subjectOf(`x${' (fwd)'.repeat(times)}`).isForwarded, true)
  const { user } = process.cpuUsage(before)
  assert.ok(user < 2_000_000, `${user} microseconds`)
})

test('flowed lines are joined within their quote depth only', async () => {
  const flowed = `${plainReply}; format=flowed`
  const body = 'On 11/28/2026 08:00 AM, Ben wrote:\n> Shall we go? \nYes, at nine, \nor ten.\n-- \nGrace'
  assert.equal(await textSent(flowed, body), 'Yes, at nine, or ten.')
  const nested = '>> Where? \n>> And \n> when?\n At nine. \n> \n  stuffed'
  assert.equal(await textSent(flowed, nested, { keepsQuotes: true }), '>> Where? And\n> when?\nAt nine.\n>\n stuffed')
  const encoded = `${flowed}; delsp=yes\nContent-Transfer-Encoding: quoted-printable`
  assert.equal(await textSent(encoded, '> Tea?=20\nAt ni=20\nne.'), 'At nine.')
})

test('tables of data stay tables, and links in separate HTML keep their address', async () => {
  const row = (kind: string, ...cells: string[]) =>
    `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`
  const link = '<a href="https://shop.example/2">Quinces</a>'
  const table = `<table>${row('th', 'Fruit', 'Price')}${row('td', 'Loquats', '3 | 4')}${row('td', link, '<b>5</b>')}</table>`
  const markdown =
    '| Fruit | Price |\n| --- | --- |\n| Loquats | 3 &#124; 4 |\n| [Quinces](https://shop.example/2) | **5** |'
  assert.equal(
    await textSent('Subject: Order\nContent-Type: text/html', `<p>Thanks.</p>${table}`),
    `Thanks.\n\n${markdown}`,
  )
  const layout = '<table><tr><td><h2>News</h2></td><td>Side</td></tr><tr><td>a</td><td>b</td></tr></table>'
  assert.equal(await textSent('Subject: News\nContent-Type: text/html', layout), '## News\n\nSide\n\na\n\nb')
  const parts = `--b\nContent-Type: text/plain\n\nYour order:\n--b\nContent-Type: text/html\n\n${table}\n--b--`
  const mixed = await textSent('Subject: Order\nContent-Type: multipart/mixed; boundary=b', parts)
  assert.equal(mixed, `Your order:\n\n${markdown}`)
})

test('interleaved quotes are kept, a quote above the reply is removed', async () => {
  assert.equal(await textOf('interleaved'), '> When?\n\nAt five.\n\n> Where?\n\nIn the garden.')
  assert.equal(await textOf('bottom'), 'Gern, um fünf.')
})

test('forwarded mails are kept whole', async () => {
  const gmail = await textOf('forwarded-gmail')
  assert.match(gmail ?? '', /^For you to know\.\n\n---------- Forwarded message ---------\nFrom: Nursery/)
  assert.match(gmail ?? '', /The trees come on Tuesday at eight\.$/)
  const quoted = '<p>FYI</p><div class="gmail_quote">---------- Messaggio inoltrato ---------<br>Gli alberi</div>'
  assert.match(
    (await textSent('Subject: I: x\nContent-Type: text/html', quoted)) ?? '',
    /^FYI\n\n-+ Messaggio inoltrato/,
  )
  assert.match((await textOf('forwarded-outlook-de')) ?? '', /^Zur Kenntnis\.\n\nVon: Baumschule[\s\S]*um acht\.$/)
})

test('an invitation has title, place, and times, and is listed once', async () => {
  const { invitations, files, texts } = await read('invitation')
  assert.deepEqual(invitations, [
    {
      uid: 'planting-1@outside.example',
      title: 'Planting day, with tea',
      place: 'Orchard; north gate',
      start: { iso: '2026-12-01T08:00:00Z', isDay: false },
      end: { iso: '2026-12-01T10:30:00Z', isDay: false },
      isCancelled: false,
    },
  ])
  assert.deepEqual(
    files.map(({ filename }) => filename),
    ['invite.ics'],
  )
  assert.equal(texts[0], 'You are invited to plant trees.')
})

test('dates, Windows zones, and cancellations are parsed; nonsense is no event', () => {
  const calendar = (lines: string) => `BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT`
  const [whole] = invitationsIn(calendar('DTSTART;VALUE=DATE:20261224\r\nSUMMARY:x'))
  assert.deepEqual([whole?.start, whole?.isCancelled], [{ iso: '2026-12-24', isDay: true }, true])
  const [windows] = invitationsIn(calendar('DTSTART;TZID="W. Europe Standard Time":20260701T120000'))
  assert.equal(windows?.start?.iso, '2026-07-01T10:00:00Z')
  assert.equal(
    invitationsIn(calendar('DTSTART;TZID=Nowhere/Else:20260701T120000'))[0]?.start?.iso,
    '2026-07-01T12:00:00Z',
  )
  assert.equal(invitationsIn(calendar('DTSTART:tomorrow'))[0]?.start, null)
  assert.deepEqual(invitationsIn('hello'), [])
})

test('automatic mails are detected', async () => {
  assert.equal((await read('bounce')).automatic, 'bounce')
  assert.equal((await read('out-of-office')).automatic, 'reply')
})

test('mails without a Message-ID are told apart by their whole body', async () => {
  const identities = await Promise.all(
    ['Tea at four?', 'Cake at five?'].map(async (first, index) => {
      const file = join(folder, `body-${index}.eml`)
      await writeFile(file, `From: ada@outside.example\r\nSubject: Garden\r\n\r\n${first}\n\nSee you there.\r\n`)
      return (await readMail({ file, folder, wishes: [wish] }))?.identity
    }),
  )
  assert.notEqual(identities[0], identities[1])
})

test('subject prefixes are removed, in any order and number', () => {
  const texts = ['Re: Fwd: x', 'AW: WG: x', 'RE[2]: x', 'Réf : TR : x', 'رد: x', 'RV: x', 'x']
  assert.deepEqual(
    texts.map((text) => subjectOf(text).text),
    texts.map(() => 'x'),
  )
  assert.deepEqual(
    texts.map((text) => subjectOf(text).isForwarded),
    [false, false, false, false, false, true, false],
  )
  const more = ['[Fwd: x]', 'x (fwd)', 'x [Fwd]', 'R: x', 'I: x', 'Odp: x', 'PD: x', 'Ответ: x', 'VS: x', 'VL: x']
  assert.deepEqual(
    more.map((text) => subjectOf(text)).map(({ text, isForwarded }) => `${text} ${isForwarded}`),
    [true, true, true, false, true, false, true, false, false, true].map((isForwarded) => `x ${isForwarded}`),
  )
  assert.equal(subjectOf('Re: [Fwd: x]').isForwarded, false)
  assert.equal(subjectOf('Re:').text, '')
  assert.equal(subjectOf('Regarding: x').text, 'Regarding: x')
})

test('authentication results are parsed without comments and quoted strings', () => {
  const forged = (text: string) => {
    const result = parseAuthentication(text)
    assert.ok(result)
    assert.equal(result.server, 'mx.example')
    return isForged(result)
  }
  assert.ok(forged('mx.example; spf=fail smtp.mailfrom=a.example; dkim=fail'))
  assert.ok(forged('mx.example 1; spf=pass; dkim=pass; dmarc=fail (p=reject) header.from=a.example'))
  assert.ok(!forged('mx.example; spf=fail; dkim=pass header.d=a.example'))
  assert.ok(!forged('mx.example; dmarc=pass; spf=fail; dkim=fail'))
  assert.ok(!forged('mx.example; none'))
  assert.ok(forged('mx.example; spf=fail (hello; dkim=pass); x="; dmarc=pass"'))
})

test('invalid and endless mails are given up', async () => {
  const file = join(folder, 'deep')
  const headers = 'From: a@b.example\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n'
  await writeFile(file, headers + '<div>'.repeat(200_000))
  const deep = await readMail({ file, folder, wishes: [wish] })
  assert.equal(deep?.texts[0] ?? '', '')
  await writeFile(file, `${headers}<p>before${'<b></i>'.repeat(20_000)}x`)
  assert.match((await readMail({ file, folder, wishes: [wish] }))?.texts[0] ?? '', /^before/)
  const nested = Array.from(
    { length: 100 },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
  )
  await writeFile(file, nested.join(''))
  assert.equal(await readMail({ file, folder, wishes: [wish] }), undefined)
  assert.equal(await readMail({ file: join(folder, 'none'), folder, wishes: [wish] }), undefined)
})

test('twenty megabytes of attachments become identical files', async () => {
  const bytes = Buffer.alloc(10 * 2 ** 20, 'loquat ')
  const part = (name: string) =>
    `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`
  const file = join(folder, 'large')
  await writeFile(
    file,
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part('one.bin')}${part('=?utf-8?Q?zw=C3=B6lf?=.bin')}--b--\r\n`,
  )
  const mail = await readMail({ file, folder, wishes: [wish] })
  assert.deepEqual(
    mail?.files.map(({ filename, size }) => [filename, size]),
    [
      ['one.bin', bytes.length],
      ['zwölf.bin', bytes.length],
    ],
  )
  for (const { path } of mail?.files ?? []) assert.ok((await readFile(path)).equals(bytes))
})
