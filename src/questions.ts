/**
 * The cards of further questions. Their looks are in `elicitkit/questions.css`, which `elicitkit/styles.css` holds, too.
 *
 * @module elicitkit/questions
 */
'use client';

export {
  ReviewCall,
  type ReviewCallAnswer,
  type ReviewCallDraft,
  type ReviewCallProps,
} from './ui/review-call/ReviewCall.tsx';
