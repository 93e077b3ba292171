import { IsIn, IsOptional, Matches } from 'class-validator';
import { isDatastoreUrl, isHost, isIssuer, isPublicUrl } from './accepted-values.js';
import { CardVariables } from './card-variables.js';
import { Accepts, DurationOrOff, WholeNumber } from './value.decorators.js';
import { Variable } from './variable.decorator.js';

const FLAGS = ['true', 'false'] as const;
const DOCS = ['public', 'authenticated', 'off'] as const;
const MODES = ['development', 'production', 'test'] as const;
const ROLES = ['all', 'api', 'worker'] as const;

/**
 * The environment of the process, one property per variable. What is not set is undefined here; defaults
 * that depend on other variables are filled in by `loadEnvironment`.
 */
export class Environment extends CardVariables {
  @Variable({
    description: 'Port that HTTP is served on, by a worker too; 0 takes a free one.',
    default: '3000',
    example: '3000',
  })
  @IsOptional()
  @WholeNumber(0, 65_535, 'PORT must be a whole number from 0 to 65535: set PORT=3000')
  readonly PORT?: number;

  @Variable({
    description: 'Address that HTTP is served on.',
    default: '127.0.0.1 without security, 0.0.0.0 with it',
    example: '127.0.0.1',
  })
  @IsOptional()
  @Accepts(isHost, 'HOST must be an address or a host name: set HOST=127.0.0.1')
  readonly HOST?: string;

  @Variable({
    description: 'What this process does: take messages (`api`), work on them (`worker`), or both (`all`).',
    default: 'all',
    example: 'all',
  })
  @IsOptional()
  @IsIn(ROLES, { message: 'ROLE must be all, api or worker: set ROLE=all' })
  readonly ROLE?: (typeof ROLES)[number];

  @Variable({
    description: 'Where tasks, events and queues are kept.',
    default: 'a private PostgreSQL below DATA_DIR',
    example: 'postgres://user:password@localhost:5432/agent',
  })
  @IsOptional()
  @Accepts(
    isDatastoreUrl,
    'DATASTORE_URL must be the address of a PostgreSQL or a Redis: set DATASTORE_URL=postgres://user:password@host:5432/name, ' +
      'or redis://, rediss://, redis+sentinel:// or redis+cluster:// with its hosts',
  )
  readonly DATASTORE_URL?: string;

  @Variable({
    description: 'How many replicas of a Redis must have a write before it counts as done.',
    default: '0',
    example: '0',
  })
  @IsOptional()
  @WholeNumber(0, 100, 'REDIS_WAIT_REPLICAS must be a whole number from 0 to 100: set REDIS_WAIT_REPLICAS=0')
  readonly REDIS_WAIT_REPLICAS?: number;

  @Variable({ description: 'Folder of the private PostgreSQL.', default: '.data', example: '.data' })
  @IsOptional()
  readonly DATA_DIR?: string;

  @Variable({
    description: 'Address under which callers reach the agent, as its card shows it.',
    default: 'http://localhost:PORT',
    example: 'https://agent.example.com',
  })
  @IsOptional()
  @Accepts(
    isPublicUrl,
    'PUBLIC_URL must be an address without query: set PUBLIC_URL=https://agent.example.com',
  )
  readonly PUBLIC_URL?: string;

  @Variable({
    description: 'Path of the JSON-RPC interface.',
    default: '/a2a/jsonrpc',
    example: '/a2a/jsonrpc',
  })
  @IsOptional()
  @Matches(/^\/(?!\.well-known(\/|$))([\w.~-]+(\/[\w.~-]+)*\/?)?$/i, {
    message:
      'JSON_RPC_PATH must begin with a slash, hold only letters, digits and -._~ between slashes, and not ' +
      'lie below /.well-known: set JSON_RPC_PATH=/a2a/jsonrpc',
  })
  readonly JSON_RPC_PATH?: string;

  @Variable({
    description: 'Path below which the HTTP+JSON interface lies.',
    default: '/a2a/v1',
    example: '/a2a/v1',
  })
  @IsOptional()
  @Matches(/^\/(?!\.well-known(\/|$))[\w.~-]+(\/[\w.~-]+)*\/?$/i, {
    message:
      'HTTP_JSON_PATH must begin with a slash, hold only letters, digits and -._~ between slashes, and be neither ' +
      'the root nor below /.well-known: set HTTP_JSON_PATH=/a2a/v1',
  })
  readonly HTTP_JSON_PATH?: string;

  @Variable({
    description:
      'Who may read the documentation of the interface (`/docs`, `/schemas`): everybody (`public`), callers with ' +
      'a valid token (`authenticated`), or nobody (`off`).',
    default: 'public',
    example: 'public',
  })
  @IsOptional()
  @IsIn(DOCS, { message: 'DOCS must be public, authenticated or off: set DOCS=public' })
  readonly DOCS?: (typeof DOCS)[number];

  @Variable({
    description: 'How the process is used; `production` needs a DATASTORE_URL.',
    default: 'development',
    example: 'development',
  })
  @IsOptional()
  @IsIn(MODES, { message: 'NODE_ENV must be development, production or test: set NODE_ENV=production' })
  readonly NODE_ENV?: (typeof MODES)[number];

  @Variable({
    description: 'How long running turns may go on after SIGTERM, in milliseconds.',
    default: '20000',
    example: '20000',
  })
  @IsOptional()
  @WholeNumber(
    1,
    3_600_000,
    'SHUTDOWN_GRACE_MS must be a whole number from 1 to 3600000: set SHUTDOWN_GRACE_MS=20000',
  )
  readonly SHUTDOWN_GRACE_MS?: number;

  @Variable({
    description: 'How much history and how many artifacts a page of ListTasks holds at most, in bytes.',
    default: '8388608',
    example: '8388608',
  })
  @IsOptional()
  @WholeNumber(
    1,
    1_073_741_824,
    'MAX_PAGE_BYTES must be a whole number from 1 to 1073741824: set MAX_PAGE_BYTES=8388608',
  )
  readonly MAX_PAGE_BYTES?: number;

  @Variable({
    description: 'How long a message that is sent again leads to the same task; `off` for never.',
    default: '24h',
    example: '24h',
  })
  @IsOptional()
  @DurationOrOff('IDEMPOTENCY', '24h')
  readonly IDEMPOTENCY?: string;

  @Variable({
    description: 'How long a completed task is kept; `off` for ever.',
    default: '30d',
    example: '30d',
  })
  @IsOptional()
  @DurationOrOff('RETENTION_COMPLETED', '30d')
  readonly RETENTION_COMPLETED?: string;

  @Variable({
    description: 'How long a failed task is kept; `off` for ever.',
    default: '30d',
    example: '30d',
  })
  @IsOptional()
  @DurationOrOff('RETENTION_FAILED', '30d')
  readonly RETENTION_FAILED?: string;

  @Variable({
    description: 'How long a canceled task is kept; `off` for ever.',
    default: '30d',
    example: '30d',
  })
  @IsOptional()
  @DurationOrOff('RETENTION_CANCELED', '30d')
  readonly RETENTION_CANCELED?: string;

  @Variable({
    description: 'How long a rejected task is kept; `off` for ever.',
    default: '30d',
    example: '30d',
  })
  @IsOptional()
  @DurationOrOff('RETENTION_REJECTED', '30d')
  readonly RETENTION_REJECTED?: string;

  @Variable({
    description: 'How long a task waits for its caller before it fails; `off` for ever.',
    default: '7d',
    example: '7d',
  })
  @IsOptional()
  @DurationOrOff('RETENTION_UNANSWERED', '7d')
  readonly RETENTION_UNANSWERED?: string;

  @Variable({
    description: 'Issuer of the access tokens that callers need, exactly as its tokens name it (`iss`).',
    default: 'callers need none',
    example: 'https://login.example.com/',
  })
  @IsOptional()
  @Accepts(isIssuer, 'OAUTH_ISSUER must be an https address: set OAUTH_ISSUER=https://login.example.com')
  readonly OAUTH_ISSUER?: string;

  @Variable({
    description: 'Audience that the access tokens must be meant for (`aud`).',
    default: 'none; set it together with OAUTH_ISSUER',
    example: 'https://agent.example.com',
  })
  @IsOptional()
  readonly OAUTH_AUDIENCE?: string;

  @Variable({
    description: 'Whether an agent without security may serve other machines.',
    default: 'false',
    example: 'false',
  })
  @IsOptional()
  @IsIn(FLAGS, { message: 'ALLOW_ANONYMOUS must be true or false: set ALLOW_ANONYMOUS=false' })
  readonly ALLOW_ANONYMOUS?: (typeof FLAGS)[number];
}
