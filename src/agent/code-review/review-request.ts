import { Type } from 'class-transformer';
import { ArrayNotEmpty, IsArray, IsString, Length, ValidateNested } from 'class-validator';
import { type Message, type Part, RejectTask, textOf } from '../../a2a/index.js';

/** A review takes at most this many files. */
const MAX_FILES = 5_000;

/** A file to review. */
export class ReviewFile {
  @IsString()
  @Length(1, 1_000)
  path: string;

  @IsString()
  content: string;
}

/** What a review is asked to look at. */
export class ReviewRequest {
  @IsArray({
    message: 'files must be sent: as data {files: [{path, content}]}, or one text or raw part each',
  })
  @ArrayNotEmpty({ message: 'files must hold at least one file' })
  @ValidateNested({ each: true })
  @Type(() => ReviewFile)
  files: ReviewFile[];

  /**
   * Files may come as `data: { files: [{ path, content }] }`, as raw parts, or as text parts with a
   * filename. A text without a filename is a remark, unless it is all there is.
   */
  static fromMessage({ parts }: Message): { files: unknown } | undefined {
    const files = parts.flatMap(filesOf);
    if (files.length > MAX_FILES) {
      throw new RejectTask(
        `A review takes at most ${MAX_FILES} files, not ${files.length}. Send them in parts.`,
      );
    }
    if (files.length > 0) {
      return { files };
    }
    const texts = parts.map((part) => textOf(part)?.trim() ?? '').filter(looksLikeCode);
    return texts.length > 0
      ? { files: texts.map((content, at) => ({ path: `part-${at + 1}`, content })) }
      : undefined;
  }
}

function filesOf(part: Part, index: number): unknown[] {
  if ('data' in part) {
    const { data } = part;
    const given = typeof data === 'object' && data !== null && 'files' in data ? data.files : undefined;
    return Array.isArray(given) ? given : given === undefined ? [] : [given];
  }
  if ('raw' in part) {
    const content = Buffer.from(part.raw, 'base64').toString('utf8');
    return [{ path: part.filename ?? `part-${index + 1}`, content }];
  }
  if ('text' in part && part.filename) {
    return [{ path: part.filename, content: part.text }];
  }
  return [];
}

/** More than one line, or the punctuation that prose has not. */
function looksLikeCode(text: string): boolean {
  return text.includes('\n') || /[;{}()=]/.test(text);
}
