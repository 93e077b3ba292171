import { IsOptional, Matches } from 'class-validator';
import { WholeNumber } from './value.decorators.js';
import { Variable } from './variable.decorator.js';

/** What the environment can say of raw content in artifacts. */
export class ArtifactVariables {
  @Variable({
    description:
      'Up to so many bytes of raw content stand in the artifact itself; what is larger is kept beside the task, and callers get its URL.',
    default: '262144',
    example: '262144',
  })
  @IsOptional()
  @WholeNumber(
    1,
    4_194_304,
    'ARTIFACT_INLINE_MAX must be a whole number from 1 to 4194304: set ARTIFACT_INLINE_MAX=262144',
  )
  readonly ARTIFACT_INLINE_MAX?: number;

  @Variable({
    description: 'The largest raw content of an artifact, in bytes; more fails the task.',
    default: '1073741824',
    example: '1073741824',
  })
  @IsOptional()
  @WholeNumber(
    1,
    Number.MAX_SAFE_INTEGER,
    'ARTIFACT_MAX_BYTES must be a whole number of at least 1: set ARTIFACT_MAX_BYTES=1073741824',
  )
  readonly ARTIFACT_MAX_BYTES?: number;

  @Variable({
    description:
      'Folder for content above ARTIFACT_INLINE_MAX, which all processes of the agent share, and no other agent’s datastore.',
    default: 'in PostgreSQL; on Redis such content fails its task',
    example: '/var/lib/agent/artifacts',
  })
  @IsOptional()
  readonly ARTIFACT_FOLDER?: string;

  @Variable({
    description: 'Path below which content above ARTIFACT_INLINE_MAX is served.',
    default: '/a2a/artifacts',
    example: '/a2a/artifacts',
  })
  @IsOptional()
  @Matches(/^\/(?!\.well-known(\/|$))[\w.~-]+(\/[\w.~-]+)*\/?$/i, {
    message:
      'ARTIFACT_PATH must begin with a slash, hold only letters, digits and -._~ between slashes, and be neither ' +
      'the root nor below /.well-known: set ARTIFACT_PATH=/a2a/artifacts',
  })
  readonly ARTIFACT_PATH?: string;
}
