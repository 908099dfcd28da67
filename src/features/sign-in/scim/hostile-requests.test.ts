import fc from 'fast-check'
import { assert, test as base, explorationPatience, holds } from '#test'
import { ScimDirectory } from '../../../../test/harness/scim.ts'

const test = base.extend<{ directory: ScimDirectory }>({
  directory: async ({ ada, society }, use) => use(await ScimDirectory.of(ada, society.subdomain)),
})

const names = fc.constantFrom(
  'userName',
  'emails',
  'name.givenName',
  'active',
  'roles',
  'meta',
  'members',
  'groups',
  'title',
  '__proto__',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
)
const atoms = fc.constantFrom(
  ' eq ',
  ' pr',
  ' and ',
  ' or ',
  'not ',
  '(',
  ')',
  '[',
  ']',
  '.value',
  '"work"',
  '"a\\"',
  '1.5',
  'true',
  'null',
  ' co ',
  ' gt ',
  "'",
  '\u0000',
  ' ',
)
const filters = fc.array(fc.oneof(names, atoms), { maxLength: 12 }).map((parts) => parts.join(''))
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    ...[fc.constantFrom<unknown>(null, true, 'False', 1, '', 'x@example.org', '\ud800', 'a\u0000'), fc.string()],
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.constantFrom('value', 'type', 'primary', 'display')), tie('value'), {
      maxKeys: 3,
    }),
  ),
})).value

test('malicious filters and changes never cause a server error', { timeout: explorationPatience }, async ({
  ben,
  directory,
}) => {
  const group = (await directory.ask('POST', '/Groups', { displayName: 'Fuzz' })).body.id
  const operations = fc.array(
    fc.record(
      { op: fc.constantFrom('Add', 'replace', 'REMOVE', 'x'), path: fc.oneof(filters, names), value: values },
      { requiredKeys: ['op'] },
    ),
    { maxLength: 4 },
  )
  const property = fc.asyncProperty(
    filters,
    operations,
    values,
    fc.constantFrom('Users', 'Groups'),
    async (filter, Operations, body, kind) => {
      const id = kind === 'Users' ? `u${ben.id}` : group
      const answers = [
        await directory.find(kind as 'Users', filter),
        await directory.ask('PATCH', `/${kind}/${id}`, { Operations }),
        await directory.ask('PUT', `/${kind}/${id}`, body as object),
        await directory.ask('POST', '/Bulk', {
          Operations: [{ method: 'PATCH', path: `/${kind}/${id}`, data: { Operations } }],
        }),
      ]
      for (const { status, body: told } of answers) assert.ok(status < 500, JSON.stringify(told))
    },
  )
  await holds(property, { runs: 150 })
})
