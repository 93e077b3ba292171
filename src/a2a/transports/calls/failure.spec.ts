import { describe, expect, it } from 'vitest';
import {
  A2A_ERRORS,
  A2AError,
  type A2AErrorReason,
  InvalidParamsError,
  PermissionDeniedError,
  RetryLaterError,
} from '../../protocol/index.js';
import { UnauthenticatedException } from '../../security/authentication.exception.js';
import { internalError, knownFailure, methodNotFound, parseError, shuttingDown } from './failure.js';

describe('what a caller may know of an error', () => {
  it.each<[A2AErrorReason, number, number, string]>([
    ['TASK_NOT_FOUND', -32001, 404, 'NOT_FOUND'],
    ['TASK_NOT_CANCELABLE', -32002, 400, 'FAILED_PRECONDITION'],
    ['PUSH_NOTIFICATION_NOT_SUPPORTED', -32003, 400, 'FAILED_PRECONDITION'],
    ['UNSUPPORTED_OPERATION', -32004, 400, 'FAILED_PRECONDITION'],
    ['CONTENT_TYPE_NOT_SUPPORTED', -32005, 400, 'INVALID_ARGUMENT'],
    ['EXTENDED_AGENT_CARD_NOT_CONFIGURED', -32007, 400, 'FAILED_PRECONDITION'],
    ['EXTENSION_SUPPORT_REQUIRED', -32008, 400, 'FAILED_PRECONDITION'],
    ['VERSION_NOT_SUPPORTED', -32009, 400, 'FAILED_PRECONDITION'],
  ])('J %s has the codes of section 5.4', (reason, jsonRpc, http, status) => {
    const failure = knownFailure(new A2AError(reason, 'Do this.', { taskId: 't' }));
    expect(failure?.codes).toEqual({ jsonRpc, http, status, reason });
    expect(failure?.message).toBe('Do this.');
    expect(failure?.details).toMatchObject([
      { reason, domain: 'a2a-protocol.org', metadata: { taskId: 't' } },
    ]);
    expect(Object.keys(A2A_ERRORS)).toContain(reason);
  });

  it('J-3 names the members that are wrong', () => {
    const violations = [{ field: 'id', description: 'must not be empty' }];
    expect(knownFailure(new InvalidParamsError(violations))).toMatchObject({
      codes: { jsonRpc: -32602, http: 400, status: 'INVALID_ARGUMENT' },
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
    });
  });

  it('J-6 tells 401 and 403 apart', () => {
    expect(
      knownFailure(new UnauthenticatedException({ 'WWW-Authenticate': 'Bearer realm="here"' }))?.codes,
    ).toMatchObject({
      http: 401,
      status: 'UNAUTHENTICATED',
    });
    expect(knownFailure(new PermissionDeniedError('No.'))?.codes).toMatchObject({
      http: 403,
      status: 'PERMISSION_DENIED',
    });
  });

  it.each([
    ['RESOURCE_EXHAUSTED', 429, -32000],
    ['UNAVAILABLE', 503, -32603],
  ] as const)('J-7 %s says when to come back', (reason, http, jsonRpc) => {
    const failure = knownFailure(new RetryLaterError(reason, 'Later.', 1_500));
    expect(failure?.codes).toMatchObject({ http, jsonRpc, status: reason });
    expect(failure?.headers).toEqual({ 'retry-after': '2' });
    expect(failure?.details[1]).toMatchObject({ retryDelay: '1.5s' });
  });

  it('J-7 of any other error is nothing', () => {
    expect(knownFailure(new Error('password=hunter2'))).toBeUndefined();
    expect(knownFailure('text')).toBeUndefined();
    expect(knownFailure(undefined)).toBeUndefined();
    expect(JSON.stringify(internalError('id-1').details)).toContain('id-1');
  });

  it('J-7 a shutdown asks to send it again, with the id of what went wrong meanwhile', () => {
    expect(shuttingDown()).toMatchObject({ codes: { http: 503 }, headers: { 'retry-after': '1' } });
    expect(shuttingDown('id-1').details[0]).toMatchObject({ metadata: { correlationId: 'id-1' } });
  });

  it('J the faults of the envelope have the codes of JSON-RPC', () => {
    expect([parseError().codes.jsonRpc, methodNotFound().codes.jsonRpc]).toEqual([-32700, -32601]);
    expect(methodNotFound().codes.http).toBe(404);
  });
});
