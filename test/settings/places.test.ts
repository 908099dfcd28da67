import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, assert, beforeAll, test, vi } from 'vitest'
import type { Endpoint } from '#contract'
import { projectRoot } from '#platform/config'
import { type OrganizationSettingName, organizationSettings } from '../../src/features/people/organization/settings.ts'
import { organizationState, updateOrganization } from '../../src/features/people/organization-settings/api.ts'
import { updateDefaults, updateSettings } from '../../src/features/people/user-settings/api.ts'
import { userSettingNames } from '../../src/features/people/user-settings/settings.ts'
import { apiOnlyOrganizationSettings, apiOnlyUserSettings } from '../../web/declarations/api-only.ts'
import type { Placed } from '../../web/settings/organization/declared.ts'
import { placedDefaults } from '../../web/settings/organization/default-places.ts'
import { everyPlaced } from '../../web/settings/organization/table.ts'
import { placedUserSettings } from '../../web/settings/own/user-setting-places.ts'
import type { Section } from '../../web/settings/section.ts'
import { o } from '../../web/texts/organization.ts'
import { userSettingTexts } from '../../web/texts/user-settings.ts'
import { stubPageGlobals } from '../harness/page-globals.ts'

beforeAll(stubPageGlobals)
afterAll(() => {
  vi.unstubAllGlobals()
})

/** Features with something to set up, besides settings. */
const features = [
  'people/organization-settings/api.ts',
  'people/organization-settings/pictures-api.ts',
  'text/custom-links/linkifiers/api.ts',
  'text/custom-links/playgrounds/api.ts',
  'text/custom-emoji/api.ts',
  'people/profile-fields/api.ts',
  'people/realm-domains/api.ts',
  'channels/channels/folders/api.ts',
  'channels/channels/default-groups/api.ts',
  'people/user-settings/api.ts',
]
const sorted = (names: Iterable<string>) => [...names].sort()
const placed = everyPlaced()
const apiOnly: ReadonlySet<string> = new Set([...apiOnlyUserSettings, ...apiOnlyOrganizationSettings])
/** Without those that exist only in the API. */
const shown = (names: Iterable<string>) => sorted(names).filter((name) => !apiOnly.has(name))
const of = (name: string) => organizationSettings[name as OrganizationSettingName]

test('every organization setting has one place or is only in the API', () => {
  const asked = new Set([...Object.keys(updateOrganization.params), ...Object.keys(organizationSettings)])
  assert.deepEqual(sorted(placed.map(({ name }) => name)), shown(asked))
})

test('every default for new users has one place or is only in the API', () => {
  assert.deepEqual(sorted(placedDefaults), shown(Object.keys(updateDefaults.params)))
})

type Sections = Partial<Record<'organizationSections' | 'ownSections', readonly Section[]>>
/** Imported by path only: it imports browser code, which isn't type-checked from here. */
const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(projectRoot, file)).href)

test('each setting is found by its words, on its page', async () => {
  const idsOf = async (sections: readonly Section[]) =>
    sorted((await Promise.all(sections.map(async ({ settings }) => Object.keys(await settings())))).flat())
  const { organizationSections } = (await load('web/settings/organization/sections.ts')) as Sections
  const { ownSections } = (await load('web/settings/own/sections.ts')) as Sections
  assert.ok(organizationSections && ownSections)
  const organization = await idsOf(organizationSections)
  for (const { name, page } of placed) {
    const [section] = organizationSections.filter(({ key }) => key === page)
    assert.include(Object.keys((await section?.settings()) ?? {}), name, page)
    assert.equal(organization.filter((id) => id === name).length, 1, name)
  }
  const own = await idsOf(ownSections)
  for (const name of shown(userSettingNames)) assert.include(own, name)
})

test('each settings page is under one heading of its list', async () => {
  const { groups } = (await load('web/settings/groups.ts')) as { groups: Record<string, Record<string, string[]>> }
  const { organizationSections = [] } = (await load('web/settings/organization/sections.ts')) as Sections
  const { ownSections = [] } = (await load('web/settings/own/sections.ts')) as Sections
  const keysOf = (head: string): string[] => Object.values(groups[head] ?? {}).flat()
  const organization = keysOf('organization')
  assert.deepEqual(sorted(keysOf('settings')), sorted(ownSections.map(({ key }) => key)))
  assert.equal(new Set(organization).size, organization.length)
  for (const { key } of organizationSections) assert.include(organization, key)
})

/** Every administrator endpoint is used by some page of the web client. */
test('everything administrators set up can be set up in the web client', async () => {
  const sources = readdirSync(join(projectRoot, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('workbench/'))
    .map((name) => readFileSync(join(projectRoot, 'web', name), 'utf8'))
  const isEndpoint = (one: unknown): one is Endpoint => typeof one === 'object' && one !== null && 'decoders' in one
  const missing: string[] = []
  for (const feature of features) {
    const declared = await load(join('src/features', feature))
    for (const [name, one] of Object.entries(declared)) {
      if (!isEndpoint(one) || one.method === 'GET' || one.deprecated || one.path.startsWith('/users/me/')) continue
      // file uploads use their URL
      const path = `'${one.path}'`
      const start = `${one.path.split('{')[0]}\${`
      if (
        !sources.some((text) => new RegExp(`\\b${name}\\b`).test(text) || text.includes(path) || text.includes(start))
      )
        missing.push(`${one.method} ${one.path}`)
    }
  }
  assert.deepEqual(missing, [])
})

/** Other parameters of `PATCH /settings`: identity, and target users. */
const accountParams = ['email', 'full_name', 'new_password', 'old_password', 'target_users', 'timezone']

test('every personal setting has one place or is only in the API', () => {
  assert.deepEqual(sorted(placedUserSettings), shown(userSettingNames))
  assert.deepEqual(sorted([...placedUserSettings, ...accountParams]), shown(Object.keys(updateSettings.params)))
})

test('each setting has a control that fits its values', () => {
  const takes = ({ name }: Placed, value: unknown) => of(name).schema.safeParse(value).success
  for (const one of placed) {
    const { name, control } = one
    if (name === 'name' || name === 'description') continue
    assert.equal(control.kind === 'permission', of(name).kind === 'permission', name)
    assert.equal(control.kind === 'toggle', takes(one, true) && !takes(one, {}), name)
    if (control.kind === 'choice') {
      const schema = of(name).schema as unknown as { options?: unknown[]; values?: Set<unknown> }
      const values = schema.values ? [...schema.values] : (schema.options ?? [])
      assert.deepEqual(sorted(control.values.map(String)), sorted(values.map(String)), name)
      const labels = (o.choices as Record<string, Record<string, string>>)[name]
      assert.deepEqual(sorted(Object.keys(labels ?? {})), sorted(values.map(String)), `words of ${name}`)
    }
    if (control.kind === 'number') {
      assert.isTrue(takes(one, control.least) && takes(one, control.most), name)
      assert.isFalse(takes(one, control.least - 1) || takes(one, control.most + 1), name)
    }
    if (control.kind === 'limit') assert.isTrue(takes(one, null) && takes(one, 60), name)
    if (control.kind === 'retention') assert.isTrue(takes(one, -1) && takes(one, 30), name)
    if (control.kind === 'channel') assert.isTrue(takes(one, -1) && takes(one, 7), name)
  }
})

test("every setting's dependencies exist, in the client or on the server", () => {
  const told = Object.keys(organizationState.schema.shape)
  for (const { name, needs, server, control } of placed) {
    if (needs) {
      assert.include(
        placed.map((one) => one.name),
        needs.setting,
        name,
      )
      for (const value of needs.values) assert.isTrue(of(needs.setting).schema.safeParse(value).success, name)
    }
    if (server) assert.include(told, server.key)
    if (control.kind === 'offered') assert.include(told, control.key)
  }
})

test('each setting has a description, and no two have the same name', () => {
  const words = Object.entries(o.settings)
  for (const [name, { label, help }] of words) {
    assert.match(label, /^\p{Lu}.*[^.]$/u, name)
    assert.match(help, /\.$|[^.]\)$|: \S+$/, name)
  }
  assert.equal(new Set(words.map(([, { label }]) => label)).size, words.length)
})

test('each setting that is shown has an effect here or on the server', () => {
  const textOf = (folder: string, leaves: RegExp) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|generated)\.ts$/.test(name) && !leaves.test(name))
      .map((name) => readFileSync(join(projectRoot, folder, name), 'utf8'))
      .join('\n')
  // exclude where settings are only declared, drawn, described, and copied
  const acting = [
    textOf('web', /^(texts|workbench)\/|^settings\/(api-only|own\/user-setting|organization\/)/),
    textOf(
      'src',
      /^features\/\w+\/(user-settings\/settings\.ts|organization\/(settings|permission)|exports\/(zulip|full)\/)/,
    ),
  ].join('\n')
  for (const name of [...Object.keys(userSettingTexts), ...Object.keys(o.settings)])
    assert.match(acting, new RegExp(`\\b(realm_)?${name}\\b`), name)
})
