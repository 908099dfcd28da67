import { test } from 'vitest'
import { assert } from '#test'
import { databaseAddressError, databaseAddresses, databaseHosts } from './index.ts'

test('an address of several hosts is one for each, with all that it says beside', () => {
  const url = 'postgres://me:a%2Cb@one:5432,[::1]:5433,three/chat?sslmode=require&target_session_attrs=read-write'
  assert.deepEqual(databaseAddresses(url), [
    'postgres://me:a%2Cb@one:5432/chat?sslmode=require',
    'postgres://me:a%2Cb@[::1]:5433/chat?sslmode=require',
    'postgres://me:a%2Cb@three/chat?sslmode=require',
  ])
  assert.equal(databaseAddressError(url), undefined)
  assert.equal(databaseHosts(url), 'one:5432, [::1]:5433, three')
  const plain = 'postgres:///chat?host=/run/postgresql'
  assert.deepEqual(databaseAddresses(plain), [plain])
  assert.deepEqual(databaseAddresses('postgres://one,two/chat?target_session_attrs=primary&sslmode=disable'), [
    'postgres://one/chat?sslmode=disable',
    'postgres://two/chat?sslmode=disable',
  ])
})

test('an address that leads to servers which only follow, or to none, is refused', () => {
  assert.match(databaseAddressError('postgres://one,two/chat?target_session_attrs=any') ?? '', /read-write/)
  assert.match(databaseAddressError('postgres://one,/chat') ?? '', /hosts/)
  assert.match(databaseAddressError('postgres://one:x,two/chat') ?? '', /hosts/)
  assert.match(databaseAddressError('mysql://one') ?? '', /postgres/)
})
