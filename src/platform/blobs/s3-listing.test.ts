import { assert, test } from '#test'
import { bucketOf } from './s3-listing.ts'

test('buckets are found in hosts, also names with dots, and in paths', () => {
  const bucket = (url: string) => Object.values(bucketOf(url))
  const own = 'https://files.example.org.s3.eu-west-1.amazonaws.com'
  assert.deepEqual(bucket(`${own}/some/folder`), [`${own}/`, 'some/folder/'])
  assert.deepEqual(bucket('https://a.b.s3.amazonaws.com/x'), ['https://a.b.s3.amazonaws.com/', 'x/'])
  assert.deepEqual(bucket('https://files.s3.example/x'), ['https://files.s3.example/', 'x/'])
  assert.deepEqual(bucket('https://s3.eu-west-1.amazonaws.com/b/x'), ['https://s3.eu-west-1.amazonaws.com/b', 'x/'])
})
