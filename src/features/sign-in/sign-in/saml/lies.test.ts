import type { AddressInfo } from 'node:net'
import { createHttp } from '#platform/http'
import { assert, TestOrganization } from '#test'
import { Browser } from '../../../../../test/harness/oidc.ts'
import { type Response, SamlIdp } from '../../../../../test/harness/saml.ts'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { begin, comeBack, consumer, said, send, test } from './fixture.ts'
import { maxMessageLength } from './limits.ts'

const of = (email: string, more: Response = {}): Response => ({ attributes: { email }, ...more })
const cut = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[0] ?? ''
const assertionIn = (xml: string) => cut(xml, /<saml:Assertion[\s\S]*<\/saml:Assertion>/)
const signatureIn = (xml: string) => cut(xml, /<ds:Signature[\s\S]*<\/ds:Signature>/)

test('invalid responses sign no one in and leave nothing behind', async ({
  ada,
  ben,
  browser,
  idp,
  other,
  society,
  server,
  log,
}) => {
  const stranger = new SamlIdp('stranger.example')
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1'
  const evil = (xml: string) =>
    assertionIn(xml)
      .replace(signatureIn(xml), '')
      .replace(/ ID="[^"]+"/, ' ID="_evil"')
      .replaceAll(ben.email, ada.email)
      .replace('person-1', 'owner')
  const lies: Record<string, Response> = {
    'nothing signed': { signed: 'nothing' },
    'the certificate of another provider': { by: other.certificate },
    'a certificate of nobody, in the signature itself': { by: stranger.certificate },
    'a provider that is not known': { issuer: stranger.entityId, by: stranger.certificate },
    'SHA-1 in the signature': { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    'SHA-1 in the digest': { digest: sha1 },
    'another audience': { audience: 'https://elsewhere.example' },
    'another destination': { destination: 'https://elsewhere.example/complete/saml/' },
    'another recipient': { recipient: 'https://elsewhere.example/complete/saml/' },
    expired: { notOnOrAfter: -180 },
    'made long ago': { issued: -800, notOnOrAfter: 3_000 },
    'not yet valid': { notBefore: 180 },
    'made in the future': { issued: 180 },
    'changed after it was signed': { after: (xml) => xml.replaceAll(ben.email, ada.email) },
    'two assertions, the unsigned one first': {
      after: (xml) => xml.replace(assertionIn(xml), `${evil(xml)}${assertionIn(xml)}`),
    },
    'two assertions, the unsigned one last': {
      after: (xml) => xml.replace(assertionIn(xml), `${assertionIn(xml)}${evil(xml)}`),
    },
    'the signed assertion inside of another one': {
      after: (xml) =>
        xml.replace(assertionIn(xml), evil(xml).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`)),
    },
    'the signed assertion inside of the signature of another one': {
      after: (xml) => {
        const holding = signatureIn(xml).replace(
          '</ds:Signature>',
          `<ds:Object>${assertionIn(xml).replace(signatureIn(xml), '')}</ds:Object></ds:Signature>`,
        )
        return xml.replace(assertionIn(xml), evil(xml).replace('<saml:Subject>', `${holding}<saml:Subject>`))
      },
    },
    'the signed assertion in extensions': {
      after: (xml) =>
        xml
          .replace(assertionIn(xml), evil(xml))
          .replace('<samlp:Status>', `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions><samlp:Status>`),
    },
    'the signed assertion under the id of another one': {
      after: (xml) =>
        xml.replace(
          assertionIn(xml),
          evil(xml)
            .replace('ID="_evil"', cut(assertionIn(xml), /ID="[^"]+"/))
            .replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`),
        ),
    },
    'the signed response inside of another one': {
      signed: 'response',
      after: (xml) => {
        const signed = xml.replace(/^<\?xml[^>]*>/, '')
        const outer = signed.replace(signatureIn(xml), '').replace(/ ID="_r[^"]+"/, ' ID="_outer"')
        return outer
          .replaceAll(ben.email, ada.email)
          .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`)
      },
    },
    'a comment in the address': { after: (xml) => xml.replace(ben.email, ben.email.replace('@', '@<!---->')) },
    'a comment that was signed along': {
      before: (xml) => xml.replace(`>${ben.email}<`, `>${ben.email}<!---->.evil.example<`),
    },
    'a comment in the name': { before: (xml) => xml.replace('person-1', 'person<!---->-1') },
    'a document type': { after: (xml) => `<!DOCTYPE x [<!ENTITY e "x">]>${xml.replace(/^<\?xml[^>]*>/, '')}` },
    'entities that grow': {
      after: (xml) => `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('person-1', '&b;&b;')}`,
    },
    'an instruction': { after: (xml) => xml.replace('<saml:Subject>', '<?x y?><saml:Subject>') },
    'two roots': { after: (xml) => `${xml}${xml.replace(/^<\?xml[^>]*>/, '')}` },
    'too many elements': { after: (xml) => xml.replace('<saml:Subject>', `${'<x/>'.repeat(4_000)}<saml:Subject>`) },
    'too much': { after: (xml) => `${' '.repeat(maxMessageLength)}${xml}` },
    'a name for this time only': { format: 'transient' },
    'no word of when somebody signed in': {
      before: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    },
    'no conditions': { before: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') },
    'a request of the outside and another of the inside': {
      after: (xml) => xml.replace(/(Destination="[^"]*" InResponseTo=")[^"]*/, '$1_another'),
    },
  }
  log.length = 0
  for (const [name, lie] of Object.entries(lies)) {
    const page = await comeBack(browser, idp, of(ben.email, lie))
    assert.equal(page.status, 502, `${name}: ${said(page)}`)
    assert.match(said(page), /be verified, so you weren/, name)
  }
  for (const nonsense of ['', 'nonsense', '<a', '<a></b>', '\xff\xfe<\0R\0'])
    assert.equal((await send(browser, nonsense)).status, 502, nonsense)
  const left = await server.runtime.db.read(async (tx) => [
    ...(await tx.selectFrom('external_identity').selectAll().where('org_id', '=', society.org.id).execute()),
    ...(await tx.selectFrom('saml_assertion').selectAll().where('org_id', '=', society.org.id).execute()),
  ])
  assert.deepEqual(left, [])
  const text = log.join('\n')
  assert.match(text, /sign-in by SAML with company: what was sent is for another audience/)
  for (const secret of [ben.email, 'elsewhere.example', 'stranger.example']) assert.ok(!text.includes(secret), secret)
  for (const signed of ['assertion', 'response'] as const)
    assert.match(said(await comeBack(browser, idp, of(ben.email, { signed }))), /as Ben/, signed)
})

test("a comment inside a signed address doesn't change its account", async ({ ben, browser, idp }) => {
  // canonical XML has no comments: the signed value is one long address
  const page = await comeBack(browser, idp, {
    attributes: { email: `${ben.email}.evil.example` },
    after: (xml) => xml.replace('.evil.example', '<!---->.evil.example'),
  })
  assert.equal(page.status, 502)
})

test('a response is only for the browser and request that asked for it', async ({
  ben,
  browser,
  idp,
  server,
  society,
}) => {
  const [request, elsewhere] = [await begin(browser), new Browser(server, society.org)]
  const answers: [name: string, xml: string, relayState: string][] = [
    ['another request', idp.respond(request, of(ben.email, { inResponseTo: '_another' })), request.relayState],
    ['no request', idp.respond(request, of(ben.email, { inResponseTo: undefined })), request.relayState],
    ['another relay state', idp.respond(request, of(ben.email)), 'another'],
  ]
  for (const [name, xml, relayState] of answers) {
    const own = new Map(browser.cookies.get('own'))
    assert.equal((await send(browser, xml, relayState)).status, 302, name)
    const page = await browser.get(consumer)
    assert.match(said(page), /started in another browser/, name)
    browser.cookies.set('own', own)
  }
  // stolen, or submitted by another browser
  const xml = idp.respond(request, of(ben.email))
  await begin(elsewhere)
  await send(elsewhere, xml, request.relayState)
  assert.match(said(await elsewhere.get(consumer)), /started in another browser/)
  await send(browser, xml, request.relayState)
  assert.match(said(await browser.get(consumer)), /as Ben/)
  assert.match(said(await browser.get(consumer)), /started in another browser/)
})

test('an assertion works once across processes', async ({ ben, browser, idp, server }) => {
  const request = await begin(browser)
  const before = new Map(browser.cookies.get('own'))
  const xml = idp.respond(request, of(ben.email))
  await send(browser, xml, request.relayState)
  assert.match(said(await browser.get(consumer)), /as Ben/)
  const replay = async (again: Browser) => {
    again.cookies.set('own', new Map(before))
    assert.equal((await send(again, xml, request.relayState)).status, 302)
    const page = await again.get(consumer)
    assert.equal(page.status, 400)
    assert.match(said(page), /started in another browser/)
  }
  await replay(browser)
  if (!process.env.LOQUAT_TEST_DATABASE_URL) return
  const twin = await twinOf(server)
  const app = await createHttp({ runtime: twin })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  try {
    await replay(new Browser({ ...server, port }, ben.org))
  } finally {
    await app.close()
    await twin.stop()
    await twin.db.close()
  }
})

test('a response for one organization is invalid in another', async ({ ben, browser, idp, server }) => {
  const neighbour = await TestOrganization.found(server)
  const there = new Browser(server, neighbour.org)
  const request = await begin(browser)
  await begin(there)
  const moved = await send(there, idp.respond(request, of(ben.email)), request.relayState)
  assert.equal(moved.status, 502)
  // a cookie sealed for one isn't opened by the other
  await send(browser, idp.respond(request, of(ben.email)), request.relayState)
  there.cookies.set('own', new Map(browser.cookies.get('own')))
  assert.match(said(await there.get(consumer)), /started in another browser/)
})

test("a provider's refusal is reported differently from an invalid response", async ({ browser, idp }) => {
  const page = await comeBack(browser, idp, { status: 'AuthnFailed' })
  assert.equal(page.status, 400)
  assert.match(said(page), /You didn.*t complete the sign-in at The &lt;Company&gt;/)
})

test('only configured providers can send unsolicited responses', async ({ ben, browser, other }) => {
  const { consumer: place, issuer } = await begin(browser)
  browser.cookies.clear()
  const wanted = { ...of(ben.email), inResponseTo: undefined }
  const answer = async (relayState: string) => {
    await send(browser, other.respond({ id: '', consumer: place, issuer }, wanted), relayState)
    return browser.get(consumer)
  }
  for (const [relayState, next] of [
    ['#narrow/is/dm', '/#narrow/is/dm'],
    ['https://evil.example/', '/'],
  ] as const) {
    const page = await answer(relayState)
    assert.deepEqual([page.status, page.headers.location], [302, next])
  }
})
