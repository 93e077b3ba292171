import { describe, expect, it } from 'vitest';
import { Failure } from '../../calls/failure.js';
import { pathBelow, pathOf } from './request-path.js';
import { ROUTES } from './route.js';
import { Router } from './router.js';

const router = new Router(ROUTES);

function refusalOf(verb: string, path: string): Failure {
  try {
    router.find(verb, path);
  } catch (error) {
    if (error instanceof Failure) {
      return error;
    }
    throw error;
  }
  throw new Error(`${verb} ${path} was found.`);
}

describe('the paths of the HTTP+JSON binding', () => {
  it.each([
    ['POST', 'message:send', 'SendMessage', {}],
    ['POST', 'message%3Asend', 'SendMessage', {}],
    ['POST', 'message:stream', 'SendStreamingMessage', {}],
    ['GET', 'tasks', 'ListTasks', {}],
    ['GET', 'tasks/t1', 'GetTask', { id: 't1' }],
    ['POST', 'tasks/t1:cancel', 'CancelTask', { id: 't1' }],
    ['GET', 'tasks/t1:subscribe', 'SubscribeToTask', { id: 't1' }],
    ['POST', 'tasks/t1:subscribe', 'SubscribeToTask', { id: 't1' }],
    ['POST', 'tasks/t1/pushNotificationConfigs', 'CreateTaskPushNotificationConfig', { taskId: 't1' }],
    ['GET', 'tasks/t1/pushNotificationConfigs', 'ListTaskPushNotificationConfigs', { taskId: 't1' }],
    ['GET', 'tasks/t1/pushNotificationConfigs/c', 'GetTaskPushNotificationConfig', { taskId: 't1', id: 'c' }],
    [
      'DELETE',
      'tasks/t1/pushNotificationConfigs/c',
      'DeleteTaskPushNotificationConfig',
      { taskId: 't1', id: 'c' },
    ],
    ['GET', 'extendedAgentCard', 'GetExtendedAgentCard', {}],
  ])('L-4 I-2 %s %s is %s, with a tenant before it too', (verb, path, operation, params) => {
    const found = router.find(verb, path);
    expect([found.route.operation, found.params]).toEqual([operation, params]);
    const inTenant = router.find(verb, `acme/${path}`);
    expect([inTenant.route.operation, inTenant.params]).toEqual([operation, { ...params, tenant: 'acme' }]);
  });

  it.each([
    ['tasks/a%2Fb', { id: 'a/b' }],
    ['tasks/a:b', { id: 'a:b' }],
    ['tasks/%E6%BC%A2', { id: '漢' }],
    ['tasks/x%3Acancel', { id: 'x:cancel' }],
    ['tasks/a+b', { id: 'a+b' }],
    ['tasks/__proto__', { id: '__proto__' }],
    ['tasks/tasks', { id: 'tasks' }],
    ['tasks/message:send', { id: 'message:send' }],
    ['caf%C3%A9/tasks/1', { tenant: 'café', id: '1' }],
  ])('L-2 GET %s says %j', (path, params) => {
    expect(router.find('GET', path)).toMatchObject({ route: { operation: 'GetTask' }, params });
  });

  it('L-4 the last suffix is the verb, and what is before it the id', () => {
    expect(router.find('POST', 'tasks/a:cancel:cancel').params).toEqual({ id: 'a:cancel' });
  });

  it.each([
    ['GET', 'message:send', 'POST'],
    ['HEAD', 'tasks', 'GET'],
    ['OPTIONS', 'tasks/t1', 'GET'],
    ['GET', 'tasks/t1:cancel', 'POST'],
    ['DELETE', 'tasks/t1:subscribe', 'GET, POST'],
    ['PUT', 'tasks/t1/pushNotificationConfigs', 'POST, GET'],
    ['PATCH', 'tasks/t1/pushNotificationConfigs/c', 'GET, DELETE'],
    ['POST', 'acme/extendedAgentCard', 'GET'],
    ['get', 'tasks', 'GET'],
  ])('L %s %s is 405 and says that %s is allowed', (verb, path, allow) => {
    const { codes, headers } = refusalOf(verb, path);
    expect([codes.http, headers.allow]).toEqual([405, allow]);
  });

  it.each([
    '',
    'tasks/',
    '/tasks',
    'Tasks',
    'v1/acme/tasks',
    'message',
    'message:',
    'message:send:send',
    'tasks/:cancel',
    'tasks/t1/pushNotificationConfigs/',
    'tasks/t1/pushNotificationConfigs/a/b',
    'card',
  ])('L %j is 404', (path) => {
    expect(refusalOf('GET', path).codes).toMatchObject({ http: 404, status: 'UNIMPLEMENTED' });
  });

  it.each(['tasks/%', 'tasks/%ZZ', 'tasks/%FF', '%C3/tasks', '%E0%A4%A'])('L-2 %j is 400', (path) => {
    expect(refusalOf('GET', path).codes).toMatchObject({ http: 400, status: 'INVALID_ARGUMENT' });
  });
});

describe('the path of a request', () => {
  it.each([
    ['/a2a/v1/tasks?x=/a2a/v1/y', 'tasks'],
    ['/a2a/v1/tasks#x', 'tasks'],
    ['http://host:1/a2a/v1/tasks/1?x', 'tasks/1'],
    ['/A2A/V1/Tasks', 'Tasks'],
    ['/prefix/a2a/v1/tasks', 'tasks'],
    ['/a2a/v1', ''],
    ['/a2a/v1/', ''],
    ['/a2a/v1//tasks', '/tasks'],
    ['/a2a/v12/tasks', undefined],
    ['*', undefined],
  ])('%s is %j below the interface', (url, path) => {
    expect(pathBelow('/a2a/v1', pathOf(url))).toBe(path);
  });
});
