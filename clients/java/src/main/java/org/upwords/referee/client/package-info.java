/**
 * A client of the Upwords referee; {@link org.upwords.referee.client.UpwordsReferee} is where to
 * start. The messages that it sends and returns are those of {@code org.upwords.referee.v1}.
 */
package org.upwords.referee.client;
