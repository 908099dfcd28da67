import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#platform/config'
import { assert, Person, startServer, type TestServer } from '#test'
import { makeCertificate } from '../../../../../test/harness/certificate.ts'
import { writtenMails } from '../../../../../test/harness/mail.ts'
import { Browser } from '../../../../../test/harness/oidc.ts'
import { SamlIdp } from '../../../../../test/harness/saml.ts'
import { options } from '../../../../command/options.ts'
import { updateRules } from '../../../people/community-rules/api.ts'
import { getServerSettings } from '../../../people/organization/api.ts'
import { foundOrganization } from '../../../people/organization-settings/actions/found.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { deactivateUser } from '../../../people/users/api.ts'
import { createInviteLink } from '../../invitations/api.ts'
import { begin, comeBack, consumer, login, said, send, signUp, test } from './fixture.ts'
import { samlProviders } from './provider.ts'

test('the server lists SAML, and an owner can turn it off', async ({ ada, ben, browser, idp, society }) => {
  const settings = await ada.call(getServerSettings, {})
  assert.equal(settings.authentication_methods.saml, true)
  assert.deepEqual(settings.external_authentication_methods[0], {
    name: 'saml:company',
    display_name: 'The <Company>',
    display_icon: null,
    login_url: login,
    signup_url: signUp,
  })
  const { initial } = await ada.register('realm')
  assert.deepEqual(initial.realm_authentication_methods, {
    Email: { enabled: true, available: true },
    Passkey: { enabled: true, available: true },
    SAML: { enabled: true, available: true },
  })
  assert.match(said(await browser.get('/accounts/login')), /The &lt;Company&gt;/)
  const request = await begin(browser)
  await ada.call(updateOrganization, { authentication_methods: { SAML: false } })
  try {
    assert.equal((await ada.call(getServerSettings, {})).authentication_methods.saml, false)
    assert.doesNotMatch(said(await browser.get('/accounts/login')), /Company/)
    assert.match(said(await browser.get(login)), /This sign-in method is turned off for this organization/)
    const late = await send(browser, idp.respond(request, { attributes: { email: ben.email } }), request.relayState)
    assert.match(said(late), /This sign-in method is turned off for this organization/)
    assert.equal((await browser.get('/saml/metadata.xml')).status, 404)
  } finally {
    await society.owner.call(updateOrganization, { authentication_methods: { SAML: true } })
  }
})

test("an organization's metadata is available to providers", async ({ browser, society }) => {
  const host = `http://${society.subdomain}.loquat.test`
  for (const path of ['/saml/metadata.xml', '/saml/metadata']) {
    const { status, headers, body } = await browser.get(path)
    assert.deepEqual([status, headers['content-type']], [200, 'application/samlmetadata+xml'])
    const text = body.toString('utf8')
    assert.ok(text.includes(`entityID="${host}"`), text)
    assert.ok(text.includes(`Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${host}${consumer}"`))
  }
})

test('the browser is sent to the provider with a request for this organization', async ({ browser, idp, society }) => {
  const { headers } = await browser.get(login)
  assert.ok(headers.location?.startsWith(`${idp.entryPoint}?SAMLRequest=`))
  assert.match(String(headers['set-cookie']), /^loquat-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  const request = await begin(browser)
  const host = `http://${society.subdomain}.loquat.test`
  assert.deepEqual([request.issuer, request.consumer], [host, `${host}${consumer}`])
  assert.match(request.id, /^_[0-9a-f]{40}$/)
  assert.ok(request.relayState.length >= 32)
})

test('an account is identified by the persistent ID when the address changes', async ({
  ben,
  browser,
  idp,
  society,
}) => {
  const path = `${login}?next=${encodeURIComponent('#inbox')}`
  const attributes = { email: ben.email.toUpperCase() }
  const first = await comeBack(browser, idp, { nameId: 'b-17', attributes }, path)
  assert.deepEqual([first.status, first.headers.location], [302, '/#inbox'])
  assert.match(String(first.headers['set-cookie']), /session=[\w-]{20,};/)
  const told = (await writtenMails(society.server)).filter(({ headers }) => headers.get('to')?.includes(ben.email))
  assert.equal(told.length, 1, 'who has the account is told')
  const other = { email: 'new.address@x.example' }
  assert.match(said(await comeBack(browser, idp, { nameId: 'b-17', attributes: other })), /as Ben/)
  const stranger = await comeBack(browser, idp, { nameId: 'b-18', attributes })
  assert.match(said(stranger), /is linked to a different The &lt;Company&gt; account/)
})

test('an address as name ID is case-insensitive', async ({ cleo, browser, idp }) => {
  for (const nameId of [cleo.email, cleo.email.toUpperCase()])
    assert.match(said(await comeBack(browser, idp, { nameId, format: 'email' })), /as Cleo/)
})

test("people without an account join by the organization's rules", async ({ ada, browser, idp }) => {
  const email = 'dora@x.example'
  const newcomer = { nameId: 'd-1', attributes: { email, first_name: 'Dora', last_name: 'Dietrich' } }
  const refused = await comeBack(browser, idp, newcomer)
  assert.equal(refused.status, 400, said(refused))
  const { invite_link } = await ada.call(createInviteLink, {})
  const key = invite_link.split('/').at(-1)
  assert.match(said(await comeBack(browser, idp, newcomer, `${signUp}?show=api_key&key=${key}`)), /as Dora Dietrich/)
  assert.match(said(await comeBack(browser, idp, newcomer)), /as Dora Dietrich/)
})

test('new users accept the community rules before they have an account', async ({ ada, browser, idp }) => {
  await ada.call(updateRules, { text: 'Be kind.' })
  await ada.call(updateOrganization, { join_gate: 'rules', invite_required: false })
  const newcomer = { nameId: 'r-1', attributes: { email: 'rosa@navy.example', name: 'Rosa' } }
  const page = await comeBack(browser, idp, newcomer)
  assert.match(said(page), /name="accepted_rules" value="1" required/)
  // nothing was created
  assert.match(said(await comeBack(browser, idp, newcomer)), /name="accepted_rules"/)
  const ticket = /name="ticket" value="([^"]+)"/.exec(said(page))?.[1] ?? ''
  const path = '/accounts/register/rules'
  assert.equal((await browser.post(path, { ticket })).status, 400)
  assert.match(said(await browser.post(path, { ticket, accepted_rules: '1' })), /API key/)
  assert.doesNotMatch(said(await comeBack(browser, idp, newcomer)), /accepted_rules/)
})

test('deactivated users are refused', async ({ ada, browser, idp, society }) => {
  const eve = await society.join('Eve')
  await ada.call(deactivateUser, { user_id: eve.id })
  const page = await comeBack(browser, idp, { nameId: 'e-1', attributes: { email: eve.email } })
  assert.match(said(page), /deactivated/)
})

async function found(server: TestServer, subdomain: string): Promise<Person> {
  const owner = { full_name: 'Ada', email: `ada@${subdomain}.example`, password_hash: '' }
  const made = await foundOrganization(server.runtime, { name: subdomain, subdomain, owner })
  return new Person(server, made.org, subdomain, made.owner)
}

test('a provider is limited to its organizations and email domains', async () => {
  const [folder, idp] = [await mkdtemp(join(tmpdir(), 'loquat-saml-')), new SamlIdp('id.example')]
  const samlFile = join(folder, 'providers.json')
  const one = idp.describe({ subdomains: ['lab'], email_domains: ['x.example'] })
  const unsure = { ...idp.describe({ name: 'unsure', subdomains: ['office'] }), trust_email: false }
  await writeFile(samlFile, JSON.stringify([one, unsure]))
  const server = await startServer({ samlFile })
  try {
    const [lab, office] = [await found(server, 'lab'), await found(server, 'office')]
    const methods = await office.call(getServerSettings, {})
    assert.deepEqual(
      methods.external_authentication_methods.map(({ name }) => name),
      ['saml:unsure'],
    )
    const [there, here] = [new Browser(server, office.org), new Browser(server, lab.org)]
    assert.match(said(await there.get(login)), /This sign-in method is turned off for this organization/)
    const attributes = { email: 'somebody@elsewhere.example' }
    assert.match(said(await comeBack(here, idp, { attributes })), /t verified your email address/)
    const path = '/accounts/login/social/saml/unsure'
    const own = await comeBack(there, idp, { attributes: { email: office.email } }, path)
    assert.match(said(own), /t verified your email address/)
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a provider is configured by metadata or a file, and invalid ones are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-saml-'))
  try {
    const [file, metadata] = [join(folder, 'providers.json'), join(folder, 'metadata.xml')]
    const [idp, next] = [new SamlIdp('id.example'), makeCertificate(['id.example'], { rsaBits: 2_048 })]
    const bare = (pem: string) => pem.replace(/-----[^-]+-----|\n/g, '')
    const key = (use: string, pem: string) =>
      `<KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`
    const entity = (id: string, keys: string) =>
      `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${id}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://id.example/post"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://id.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
    const keys = key(' use="signing"', idp.certificate.cert) + key('', next.cert) + key(' use="encryption"', next.cert)
    const read = (flags: Record<string, string>) => samlProviders(readConfig(options, flags, {}))
    await writeFile(metadata, `<?xml version="1.0"?>\n<!-- by hand -->\n${entity(idp.entityId, keys)}`)
    const ofOptions = { samlMetadataFile: metadata, samlDisplayName: 'The Company', samlIdpInitiated: 'on' }
    const [found] = read(ofOptions)
    assert.deepEqual(
      [found?.name, found?.displayName, found?.entityId, found?.entryPoint, found?.idpInitiated],
      ['saml', 'The Company', idp.entityId, 'https://id.example/sso', true],
    )
    assert.deepEqual(found?.certificates.map(bare), [idp.certificate.cert, next.cert].map(bare), 'for a rollover')
    const many = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${entity('https://a.example', keys)}${entity('https://b.example', keys)}</EntitiesDescriptor>`
    await writeFile(metadata, many)
    assert.equal(read({ ...ofOptions, samlEntityId: 'https://b.example' })[0]?.entityId, 'https://b.example')
    const refused = async (content: unknown, flags: Record<string, string>, message: RegExp) => {
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
      assert.throws(
        () => read(flags),
        (error: Error) => error instanceof ConfigError && message.test(error.message),
        String(message),
      )
    }
    const [one, ofFile] = [idp.describe(), { samlFile: file }]
    await refused([], ofOptions, /--saml-metadata-file: .*describes several providers/)
    await refused('[', ofFile, /--saml-file: .*is not JSON/)
    await refused([{ ...one, secret: 1 }], ofFile, /--saml-file: 0: .*secret/)
    await refused([{ ...one, entry_point: 'http://id.example' }], ofFile, /0\.entry_point: must begin with https/)
    await refused([{ ...one, entity_id: undefined }], ofFile, /0\.entity_id: the provider company needs one/)
    await refused([{ ...one, certificates: [] }], ofFile, /0\.certificates: .*needs a certificate in PEM/)
    await refused([{ ...one, certificates: [makeCertificate(['x']).cert] }], ofFile, /is not for RSA of 2,048 bits/)
    await refused(
      [{ ...one, certificates: [makeCertificate(['x'], { rsaBits: 1_024 }).cert] }],
      ofFile,
      /is not for RSA of 2,048 bits/,
    )
    await refused([one, one], ofFile, /two SAML providers have the name company/)
    await refused([one, { ...one, name: 'two' }], ofFile, /company and two have the same entity_id/)
    await writeFile(metadata, `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${entity('&e;', keys)}`)
    await refused([], { samlMetadataFile: metadata }, /has a document type/)
    await refused([], { samlMetadataFile: join(folder, 'none') }, /--saml-metadata-file: .*ENOENT/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
