import { assert, test } from '#test'
import { fetchAs, raw, sendFiles, upload } from '../../../../test/harness/files.ts'
import { nameInPath, shownName } from './file-names.ts'

test('a file is uploaded under any field name and fetched by its URL', async ({ ada }) => {
  for (const part of ['file', 'filename', '/home/ada/notes.txt', 'ünïcode']) {
    const { url, uri, filename } = await upload(ada, 'notes.txt', 'hello', { part })
    assert.equal(uri, url)
    assert.equal(filename, 'notes.txt')
    assert.match(url, new RegExp(`^/user_uploads/${ada.org.id}/[0-9a-f]{2}/[\\w-]{24}/notes\\.txt$`))
    const { status, body } = await fetchAs(ada, url)
    assert.deepEqual([status, body.toString()], [200, 'hello'])
  }
})

test('requests with no file, two files, or no account upload nothing', async ({ ada, server }) => {
  const empty = await sendFiles(ada, '/user_uploads', [])
  assert.equal(empty.status, 400)
  assert.deepEqual(empty.json, { result: 'error', msg: 'You must specify a file to upload', code: 'BAD_REQUEST' })
  const form = await ada.refusedRaw('POST', '/user_uploads', { file: 'text' })
  assert.equal(form.message, 'You must specify a file to upload')
  const file = { filename: 'a.txt', content: 'a' }
  const two = await sendFiles(ada, '/user_uploads', [file, file])
  assert.deepEqual([two.status, two.json.msg], [400, 'You may upload only one file at a time'])
  const anonymous = await raw(server, ada.org, '/api/v1/user_uploads', { method: 'POST' })
  assert.equal(anonymous.status, 401)
  assert.deepEqual(await ada.send('GET', '/attachments'), { attachments: [], upload_space_used: 0 })
})

test('names keep their letters and lose unsafe or deceptive characters', async ({ ada }) => {
  const cases: [given: string, shown: string, path: string][] = [
    ['../../../etc/passwd', 'passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini', 'boot.ini'],
    ['C:\\\\Users\\\\ada\\\\кот и пёс.png', 'кот и пёс.png', 'кот-и-пёс.png'],
    ['写真 2026.jpg', '写真 2026.jpg', '写真-2026.jpg'],
    ['invoice\u202Egnp.exe', 'invoicegnp.exe', 'invoicegnp.exe'],
    ['..', 'file', 'file'],
    ['.htaccess', '.htaccess', 'file.htaccess'],
    ['a%2e%2e%2fb.txt', 'a%2e%2e%2fb.txt', 'a-2e-2e-2fb.txt'],
    ['a?b#c&d=e;f.txt', 'a?b#c&d=e;f.txt', 'a-b-c-d-e-f.txt'],
    ['<script>alert(1)</script>.html', 'script>.html', 'script-.html'],
    ['a....b', 'a....b', 'a.b'],
    [' \t ', 'file', 'file'],
    ['👩‍👩‍👧.png', '👩‍👩‍👧.png', 'file.png'],
  ]
  for (const [given, shown, path] of cases) {
    const { url, filename } = await upload(ada, given, 'x')
    assert.deepEqual([filename, decodeURIComponent(url.split('/').at(-1) as string)], [shown, path], given)
    assert.equal((await fetchAs(ada, url)).body.toString(), 'x', given)
  }
  const { url, filename } = await upload(ada, `${'é'.repeat(3_000)}.tar.gz`, 'x')
  assert.deepEqual([[...filename].length, filename.slice(-3)], [120, '.gz'])
  assert.equal((await fetchAs(ada, url)).status, 200)
})

test('a name with a null byte is accepted', async ({ ada }) => {
  const { status, json } = await sendFiles(ada, '/user_uploads', [{ filename: 'a\0b.txt', content: 'x' }])
  assert.ok(status === 200 || status === 400)
  if (status === 200) assert.doesNotMatch(String(json.filename), /\0/)
  assert.deepEqual([shownName('a\0b.txt'), nameInPath('a\0b.txt')], ['ab.txt', 'a-b.txt'])
  assert.deepEqual([shownName('\ud800x'), nameInPath('\ud800')], ['x', 'file'])
})

test('an empty file can be uploaded', async ({ ada }) => {
  const { url } = await upload(ada, 'empty.txt', '')
  const { status, headers, body } = await fetchAs(ada, url)
  assert.deepEqual([status, headers['content-length'], body.length], [200, '0', 0])
})

test('files that could run scripts are served as downloads of unknown type', async ({ ada }) => {
  const html = '<script>document.cookie</script>'
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
  const cases: [name: string, content: string, type?: string][] = [
    ['page.html', html, 'text/html'],
    ['page.htm', html],
    ['picture.svg', svg, 'image/svg+xml'],
    ['feed.xml', '<a/>', 'text/xml'],
    ['code.js', 'alert(1)', 'text/javascript'],
    ['page.png', html, 'text/html'],
    ['picture.png', svg, 'image/png'],
    ['nothing', html, 'text/html; charset=utf-8'],
    ['page.xhtml', html, 'application/xhtml+xml'],
    ['page.mht', html],
    ['page.pdf.html', html, 'application/pdf'],
  ]
  for (const [name, content, type] of cases) {
    const { url } = await upload(ada, name, content, type ? { type } : {})
    const { headers, status } = await fetchAs(ada, url)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/octet-stream', name)
    assert.match(headers['content-disposition'] ?? '', /^attachment; filename=/, name)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'.*; sandbox$/)
    assert.match(headers['cache-control'] ?? '', /^private, /)
  }
})

test('pictures, audio, video, and documents are shown in a sandbox', async ({ ada }) => {
  for (const [name, type] of [
    ['a.mp4', 'video/mp4'],
    ['a.webm', 'video/webm'],
    ['a.mp3', 'audio/mpeg'],
    ['a.wav', 'audio/wav'],
    ['a.pdf', 'application/pdf'],
  ] as const) {
    const { url } = await upload(ada, name, 'content')
    const { headers } = await fetchAs(ada, url)
    assert.deepEqual([headers['content-type'], headers['content-disposition']], [type, `inline; filename="${name}"`])
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const download = await fetchAs(ada, url.replace('/user_uploads/', '/user_uploads/download/'))
    assert.equal(download.headers['content-disposition'], `attachment; filename="${name}"`)
  }
  const film = await fetchAs(ada, (await upload(ada, 'a.mov', 'x')).url)
  assert.deepEqual(
    [film.headers['content-type'], film.headers['content-disposition']],
    ['video/quicktime', 'attachment; filename="a.mov"'],
  )
  const text = await fetchAs(ada, (await upload(ada, 'заметки 1.txt', 'x')).url)
  assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(
    text.headers['content-disposition'],
    `attachment; filename="_______ 1.txt"; filename*=UTF-8''${encodeURIComponent('заметки')}%201.txt`,
  )
})

test('ranges of files can be fetched', async ({ ada }) => {
  const { url } = await upload(ada, 'a.mp3', '0123456789')
  const part = async (range: string, more: Record<string, string> = {}) => {
    const { status, headers, body } = await fetchAs(ada, url, { range, ...more })
    return [status, headers['content-range'], body.toString()]
  }
  assert.deepEqual(await part('bytes=0-0'), [206, 'bytes 0-0/10', '0'])
  assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '234'])
  assert.deepEqual(await part('bytes=7-'), [206, 'bytes 7-9/10', '789'])
  assert.deepEqual(await part('bytes=7-99'), [206, 'bytes 7-9/10', '789'])
  assert.deepEqual(await part('bytes=-3'), [206, 'bytes 7-9/10', '789'])
  assert.deepEqual(await part('bytes=-99'), [206, 'bytes 0-9/10', '0123456789'])
  assert.deepEqual(await part('bytes=10-'), [416, 'bytes */10', ''])
  assert.deepEqual(await part('bytes=-0'), [416, 'bytes */10', ''])
  for (const nonsense of ['bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'lines=1-2', 'bytes=0-1,3-4', '0-1'])
    assert.deepEqual(await part(nonsense), [200, undefined, '0123456789'], nonsense)
  const { headers } = await fetchAs(ada, url)
  assert.equal(headers['accept-ranges'], 'bytes')
  assert.deepEqual(await part('bytes=0-0', { 'if-range': headers.etag as string }), [206, 'bytes 0-0/10', '0'])
  assert.deepEqual((await part('bytes=0-0', { 'if-range': '"another"' }))[0], 200)
  const known = await fetchAs(ada, url, { 'if-none-match': headers.etag as string })
  assert.deepEqual([known.status, known.body.length], [304, 0])
  for (const range of ['', 'bytes=0-0', 'bytes=10-']) {
    const head = await fetchAs(ada, url, { range }, 'HEAD')
    assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, '10', 0])
  }
})

test('a temporary URL serves the file without an account for a minute', async ({ ada, ben, server }) => {
  server.clock.set(new Date('2026-11-21T12:00:00.500Z'))
  const { url } = await upload(ada, 'тайна.txt', 'secret')
  const path = `/user_uploads/${ada.org.id}/`
  const rest = decodeURIComponent(url.slice(path.length))
  // one client encodes the slashes, others don't
  for (const asked of [encodeURIComponent(rest), rest.split('/').map(encodeURIComponent).join('/')]) {
    const { json } = await fetchAs(ada, `/api/v1${path}${asked}`)
    const temporary = json.url as string
    assert.match(temporary, /^\/user_uploads\/temporary\//)
    const open = () => raw(server, ada.org, temporary)
    const { status, body, headers } = await open()
    assert.deepEqual([status, body.toString()], [200, 'secret'])
    assert.match(headers['content-disposition'] ?? '', /^attachment; .*filename\*=UTF-8''/)
    server.clock.advance(59_000)
    assert.equal((await open()).status, 200)
    server.clock.advance(2_000)
    assert.deepEqual([(await open()).status, (await open()).json.msg], [403, 'This link has expired'])
    const [, , , token = ''] = temporary.split('/')
    for (const forged of [
      token.replace(/-\d+-/, '-99999999999-'),
      token.replace(/^\d+/, '1'),
      `${token}A`,
      token.slice(0, -1),
      'x',
    ])
      assert.equal((await raw(server, ada.org, temporary.replace(token, forged))).status, 403, forged)
  }
  assert.equal((await fetchAs(ben, `/api/v1${url}`)).status, 404)
  assert.equal((await raw(server, ada.org, `/api/v1${url}`)).status, 401)
  server.clock.release()
})

test("files of another organization aren't found", async ({ ada, server }) => {
  const { TestOrganization } = await import('#test')
  const other = (await TestOrganization.found(server)).owner
  const { url } = await upload(ada, 'a.txt', 'x')
  const { json } = await fetchAs(ada, `/api/v1${url}`)
  for (const path of [url, `/api/v1${url}`, `/api/v1${url.replace(`/${ada.org.id}/`, `/${other.org.id}/`)}`])
    assert.equal((await fetchAs(other, path)).status, 404, path)
  // signed with the other organization's key
  assert.equal((await raw(server, other.org, json.url as string)).status, 403)
})

test('invalid URLs are not found', async ({ ada }) => {
  const id = ada.org.id
  for (const path of [
    '/user_uploads/',
    `/user_uploads/${id}`,
    `/user_uploads/${id}/../../x`,
    `/user_uploads/${id}/ab/c/d.txt`,
    '/user_uploads/thumbnail/',
    '/user_uploads/thumbnail/x',
    '/user_uploads/%00',
    `/user_uploads/${id}/%2e%2e/x`,
    '/user_uploads/..%2f..%2fetc%2fpasswd',
  ]) {
    const { status } = await fetchAs(ada, path)
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
  }
  assert.equal((await ada.refusedRaw('GET', `/user_uploads/${id}/x`)).message, 'File not found')
  assert.equal((await ada.refusedRaw('GET', `/thumbnail/status/${id}/x`)).status, 404)
  assert.equal((await ada.refusedRaw('GET', '/user_uploads/0x/x')).status, 404)
})
