import { mustBeAdministrator } from '#contract'
import { assert, TestOrganization, test } from '#test'
import * as api from './api.ts'
import { isAtDomain } from './cache.ts'

test('domains are added, changed, and removed with events for everyone', async ({ ada, ben }) => {
  const watch = await ben.register('realm_domains')
  const { new_domain } = await ada.call(api.addDomain, { domain: ' Example.ORG ', allow_subdomains: false })
  assert.equal(new_domain, 'example.org')
  await ada.call(api.addDomain, { domain: 'a.example', allow_subdomains: true })
  await ada.call(api.changeDomain, { domain: 'example.org', allow_subdomains: true })
  await ada.call(api.changeDomain, { domain: 'example.org', allow_subdomains: true })
  assert.deepEqual((await ben.call(api.getDomains)).domains, [
    { domain: 'a.example', allow_subdomains: true },
    { domain: 'example.org', allow_subdomains: true },
  ])
  await watch.agreesWithFreshRegister()
  await ada.call(api.removeDomain, { domain: 'a.example' })
  assert.deepEqual(await watch.ops(), ['add', 'add', 'change', 'remove'])
  await watch.agreesWithFreshRegister()
})

test('invalid and missing domains are refused', async ({ ada, server }) => {
  await ada.call(api.addDomain, { domain: 'example.org', allow_subdomains: false })
  for (const domain of [
    '',
    'org',
    '@x.org',
    'x..org',
    '-x.org',
    'x.org/',
    'ü.org',
    'x y.org',
    `${'x'.repeat(64)}.org`,
  ]) {
    const { message } = await ada.refusedRaw('POST', '/realm/domains', { domain, allow_subdomains: true })
    assert.match(message, /^Invalid domain: /)
  }
  await ada.refused(api.addDomain, { domain: 'EXAMPLE.org', allow_subdomains: true }, api.domainTaken)
  await ada.refused(api.changeDomain, { domain: 'example.com', allow_subdomains: true }, api.noSuchDomain)
  await ada.refused(api.removeDomain, { domain: 'nothing' }, api.noSuchDomain)
  const { owner } = await TestOrganization.found(server)
  await owner.refused(api.removeDomain, { domain: 'example.org' }, api.noSuchDomain)
  assert.deepEqual((await ada.call(api.getDomains)).domains, [{ domain: 'example.org', allow_subdomains: false }])
})

test('only administrators change domains', async ({ ada, ben }) => {
  const domain = 'example.org'
  await ada.call(api.addDomain, { domain, allow_subdomains: false })
  await ben.refused(api.addDomain, { domain: 'example.com', allow_subdomains: false }, mustBeAdministrator)
  await ben.refused(api.changeDomain, { domain, allow_subdomains: true }, mustBeAdministrator)
  await ben.refused(api.removeDomain, { domain }, mustBeAdministrator)
})

test('an address is at a domain, or at an allowed subdomain', () => {
  const domains = new Map([
    ['a.org', { domain: 'a.org', allow_subdomains: false }],
    ['b.org', { domain: 'b.org', allow_subdomains: true }],
  ])
  for (const [email, expected] of [
    ['x@a.org', true],
    ['x@A.org', true],
    ['x@y.a.org', false],
    ['x@y.b.org', true],
    ['x@z.y.b.org', true],
    ['x@bb.org', false],
    ['a.org@x.net', false],
  ] as const)
    assert.equal(isAtDomain(domains, email), expected, email)
})
